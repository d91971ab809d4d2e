/**
 * A crowd of calls that are signed by one key without money: while they wait to be judged, and for their payer's limits,
 * others buy as before.
 */
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { answerOf, payment, question } from "../support/Buyer.ts"
import { exchange } from "../support/Exchange.ts"
import { Almanac, eventually, pay, reset, send, service, told } from "../support/Money.ts"

const size = 1024

/** On a connection of its own. */
const sendAlone = (url: string, header: string) =>
  Effect.promise(async () => {
    const received = await exchange(url, {
      method: "POST",
      target: "/v1/fx/rates",
      headers: { "content-type": "application/json", "payment-signature": header },
      body: JSON.stringify(question)
    })
    return told(answerOf(received.status, new Headers(), received.text)).join(" ")
  })

layer(service({ chain: false }), { excludeTestServices: true, timeout: "60 seconds" })("a crowd", (it) => {
  it.effect(
    "of 1,024 calls of one unfunded key takes no place from others",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { clock, url } = yield* Almanac
        const account = privateKeyToAccount(generatePrivateKey())
        const go = yield* Deferred.make<void>()
        let held = 0
        knobs.verify = (submission) =>
          submission.authorization.from === account.address
            ? Effect.suspend(() => {
                held += 1
                return Effect.zipRight(Deferred.await(go), knobs.honest.verify(submission))
              })
            : knobs.honest.verify(submission)
        const validBefore = String(clock.seconds() + 300)
        const headers = yield* Effect.promise(() =>
          Promise.all(
            Array.from({ length: size }, () => payment({ account, authorization: { validBefore } }))
          )
        )
        const crowd = yield* Effect.forEach(headers, (header) => Effect.fork(sendAlone(url, header)))
        yield* eventually(Effect.sync(() => held >= 50))
        // As many are under way as a payer may have: the others wait, or are refused.
        for (const index of [0, 1, 2, 3]) {
          expect((yield* Effect.flatMap(pay(index), (header) => send(header))).status).toBe(200)
        }
        expect(held).toBe(50)
        yield* Deferred.succeed(go, undefined)
        const answers = yield* Effect.forEach(crowd, Fiber.join)
        const words = new Set(answers)
        expect([...words].sort()).toEqual([
          "402 PAYMENT_REJECTED invalid_exact_evm_insufficient_balance",
          "503 OVERLOADED "
        ])
        const payers = yield* Effect.flatMap(Almanac, ({ table }) => table.payments)
        expect(payers.filter(({ payer }) => payer === account.address.toLowerCase())).toEqual([])
      }),
    60_000
  )
})
