/**
 * What a buyer leaves behind: neither address, nonce, signature nor key of a payment is in logs, spans or metrics,
 * whichever way a call ends, and whatever facilitator and node say of it.
 */
import { hash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { PrivateKeyAccount } from "viem/accounts"
import { describe } from "vitest"
import { freePort } from "../../scripts/process/FreePort.ts"
import { nextBuyer, payment, post, question } from "../support/Buyer.ts"
import { facilitatorServer, type Play, reply } from "../support/FacilitatorServer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Postgres from "../support/servers/Postgres.ts"

/** What the facilitator says, each time with everything that it was asked. */
type Mode = "agrees" | "refuses" | "is odd" | "breaks" | "loses" | "fails" | "reverts"

const facilitator =
  (mode: () => Mode): Play =>
  (response, call) => {
    const asked = JSON.stringify(call.body)
    const payer = /"from":"(0x[0-9a-fA-F]{40})"/.exec(asked)?.[1] ?? "nobody"
    const isVerify = call.url?.endsWith("/verify") === true
    const answer = (status: number, body: unknown) => reply(status, body)(response, call)
    const yes = isVerify
      ? { isValid: true, payer }
      : { success: true, payer, network: "eip155:84532", transaction: `0x${hash("sha256", asked, "hex")}` }
    switch (mode()) {
      case "agrees":
        return answer(200, yes)
      case "refuses":
        return answer(200, {
          isValid: false,
          invalidReason: "insufficient_funds",
          invalidMessage: asked,
          payer
        })
      case "is odd":
        return answer(200, { isValid: false, invalidReason: `not ${asked}`, payer })
      case "breaks":
        return answer(500, asked)
      case "loses":
        return isVerify ? answer(200, yes) : response.socket?.resetAndDestroy()
      case "fails":
        return isVerify
          ? answer(200, yes)
          : answer(200, { success: false, errorReason: `because ${asked}`, payer })
      case "reverts":
        return isVerify
          ? answer(200, yes)
          : answer(200, {
              success: false,
              errorReason: "invalid_transaction_state",
              errorMessage: asked,
              payer,
              transaction: `0x${"34".repeat(32)}`
            })
    }
  }

/** A node that answers nothing but what it was asked. */
const node: Play = (response, call) =>
  reply(200, { jsonrpc: "2.0", id: 1, error: { code: -32000, message: JSON.stringify(call.body) } })(
    response,
    call
  )

/** A payment, and all that must not be told of it. */
const signed = async (account: PrivateKeyAccount) => {
  const header = await payment({ account })
  const text = Buffer.from(header, "base64").toString()
  const of = (name: string) => new RegExp(`"${name}":"0x([0-9a-fA-F]+)"`).exec(text)?.[1] ?? ""
  const [from, nonce, signature] = [of("from"), of("nonce"), of("signature")]
  return {
    header,
    payer: `0x${from}`,
    nonce: `0x${nonce}`,
    secrets: { header: header.slice(60, 120), payer: from, nonce, signature }
  }
}

type Signed = Awaited<ReturnType<typeof signed>>

describe.skipIf(Postgres.url === undefined)("a buyer (DATABASE_URL)", () => {
  it.scopedLive(
    "is named in no log, no span and no metric, however the call ends",
    () =>
      Effect.gen(function* () {
        let mode: Mode = "agrees"
        const { environment, collector, exports } = yield* Neighbours.start()
        const { url: facilitatorUrl } = yield* facilitatorServer(facilitator(() => mode))
        const { url: nodeUrl } = yield* facilitatorServer(node)
        const database = yield* Postgres.proxy(yield* Postgres.database)
        yield* database.open
        const metricsPort = yield* freePort
        const almanac = yield* Almanac.start({
          ...environment,
          X402_FACILITATOR_URL: facilitatorUrl,
          X402_RPC_URL: nodeUrl,
          DATABASE_URL: Redacted.value(database.url),
          METRICS_PORT: String(metricsPort),
          OTEL_EXPORTER_OTLP_ENDPOINT: collector,
          LOG_LEVEL: "trace"
        })
        const url = yield* Almanac.urlOf(almanac)
        yield* Almanac.readiness(url, 200)

        const all: Array<Signed> = []
        const sign = async (account = nextBuyer()) => {
          const one = await signed(account)
          all.push(one)
          return one
        }
        const rates = `${url}/v1/fx/rates`
        const key = "key-of-a-buyer-7f3a"
        const ended: Array<string> = []
        const told = async (name: string, answer: Promise<{ readonly status: number }>) => {
          ended.push(`${name} ${(await answer).status}`)
        }
        const get = (path: string, method = "GET") => fetch(url + path, { method })

        yield* Effect.promise(async () => {
          const buyer = nextBuyer()
          const one = await sign(buyer)
          await told("bought", post(rates, one.header, question, { "idempotency-key": key }))
          await told("again", post(rates, one.header, question, { "idempotency-key": key }))
          await told("another request", post(rates, one.header, { base: "EUR", currencies: ["CHF"] }))
          await told(
            "another request by key",
            post(
              rates,
              (await sign(buyer)).header,
              { base: "EUR", currencies: ["CHF"] },
              { "idempotency-key": key }
            )
          )
          await told("no JSON", post(rates, (await sign()).header, "{"))
          await told("no capability", post(`${url}/v1/nothing/${one.payer}`, one.header, question))
          await told("cut header", post(rates, (await sign()).header.slice(0, -40), question))
          const other = await sign()
          await told(
            "another's signature",
            post(
              rates,
              Buffer.from(
                Buffer.from(one.header, "base64").toString().replace(one.payer, other.payer)
              ).toString("base64"),
              question
            )
          )
          for (const [answers, word] of [
            ["refuses", "refused"],
            ["is odd", "oddly refused"],
            ["breaks", "broken"],
            ["loses", "lost"],
            ["fails", "failed"],
            ["reverts", "reverted"]
          ] as const) {
            mode = answers
            const next = await sign()
            await told(word, post(rates, next.header, question))
            await told(`${word} again`, post(rates, next.header, question))
            await told(`${word}, status`, get(`/v1/payments/${next.payer}/${next.nonce}`))
          }
          mode = "agrees"
          for (const path of [
            `/v1/payments/${one.payer}/${one.nonce}`,
            `/v1/payments/${one.payer.toUpperCase()}/${one.nonce}`,
            `/v1/payments/${one.payer}/${one.nonce}/`,
            `//v1/payments/${one.payer}/${one.nonce}`,
            `/v1/Payments/${one.payer}/${one.nonce}`,
            `/v1/payments/${one.payer}`,
            `/v1/payments/${one.payer.slice(2)}/${one.nonce.slice(2)}`,
            `/v1/payments/${one.payer}/${one.nonce}?payer=${one.payer}`,
            `/v1/%70ayments/${one.payer}/${one.nonce}`,
            `/v1/capabilities?payer=${one.payer}&nonce=${one.nonce}`,
            `/${one.secrets.signature}`
          ]) {
            await told(path.replaceAll(/[0-9a-fA-F]{40,}/g, "…"), get(path))
            await get(path, "DELETE")
          }
        })
        yield* database.close
        yield* Effect.promise(async () => {
          const late = await sign()
          await told("without the ledger", post(rates, late.header, question))
          await told("without the ledger, status", get(`/v1/payments/${late.payer}/${late.nonce}`))
        })
        yield* database.open
        yield* Almanac.readiness(url, 200)
        const metrics = yield* Effect.promise(async () =>
          (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        )
        almanac.child.kill("SIGTERM")
        yield* Effect.promise(() => almanac.ends)

        // The ways were really gone.
        expect(ended).toEqual(
          expect.arrayContaining([
            "bought 200",
            "again 200",
            "another request by key 409",
            "no JSON 400",
            "no capability 404",
            "cut header 402",
            "refused 402",
            "broken 503",
            "lost 503",
            "without the ledger 503"
          ])
        )
        const places = {
          log: almanac.output(),
          metrics,
          ...Object.fromEntries(
            ["/v1/traces", "/v1/logs", "/v1/metrics"].map((path) => [
              path,
              exports
                .filter((one) => one.path === path)
                .map(({ text }) => text)
                .join("\n")
            ])
          )
        }
        expect(all.length).toBeGreaterThan(10)
        for (const [place, text] of Object.entries(places)) {
          expect(text.length, place).toBeGreaterThan(1000)
          const lower = text.toLowerCase()
          const found = all.flatMap(({ secrets }) =>
            Object.entries(secrets).flatMap(([name, secret]) => {
              expect(secret.length).toBeGreaterThanOrEqual(40)
              // A part of it tells who it is, too.
              const at = lower.indexOf(secret.toLowerCase().slice(0, 16))
              return at === -1 ? [] : [`${name} in ${place}: ${text.slice(Math.max(0, at - 300), at + 80)}`]
            })
          )
          expect(found).toEqual([])
          expect(text.includes(key), place).toBe(false)
        }
      }),
    120_000
  )
})
