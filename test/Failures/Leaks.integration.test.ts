/**
 * Calls that never come to a provider tell nothing either; and the judge of leaks has eyes for all of a span.
 */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { nextBuyer, payment } from "../support/Buyer.ts"
import { answer, faultServer } from "../support/FaultServer.ts"
import { leaks, paymentMarks } from "./Leaks.ts"
import { queryText } from "./Marks.ts"
import { operations } from "./Operations.ts"
import { recorder } from "./Recorder.ts"
import { ask, serve, setting } from "./Service.ts"

/** A field that there is not: its name is the caller's own word, which the caller alone is told. */
const fieldText = "qq5fieldofmine"

layer(setting, { excludeTestServices: true, timeout: "60 seconds" })("nobody is told", (it) => {
  it.effect("payment or question of a call that is turned away", () =>
    Effect.gen(function* () {
      const { amount, path } = operations["gdelt.search"]
      const { origin, requests } = yield* faultServer(answer(500))
      const { url, lines, spans } = yield* serve({ GDELT_URL: origin })
      const good = yield* Effect.promise(() => payment({ amount, account: nextBuyer() }))
      const dear = yield* Effect.promise(() => payment({ amount: "1" }))
      const unsigned = yield* Effect.promise(() =>
        payment({ amount, members: { payload: { signature: queryText } } })
      )
      const question = JSON.stringify({ query: queryText })
      const calls = [
        { header: `${queryText}!`, body: question, status: 402 },
        { header: dear, body: question, status: 402 },
        { header: unsigned, body: question, status: 402 },
        { header: good, body: JSON.stringify({ query: queryText, limit: queryText }), status: 400 },
        { header: good, body: `{"query":"${queryText}`, status: 400 },
        { header: good, body: JSON.stringify({ query: "coffee", [fieldText]: 1 }), status: 400 }
      ]
      const marks = [queryText, ...paymentMarks(good), ...paymentMarks(dear), unsigned.slice(-80, -40)]
      for (const { header, body, status } of calls) {
        const answer = yield* ask(`${url}${path}?q=${queryText}`, header, body)
        expect({ status: answer.status, leaks: leaks(answer, marks) }).toEqual({ status, leaks: [] })
      }
      expect(requests).toEqual([])
      expect(lines.filter(({ message }) => message === "request").map(({ status }) => status)).toEqual(
        expect.arrayContaining(calls.map(({ status }) => status))
      )
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([`POST ${path}`, "gate"]))
      expect(leaks([lines, spans], marks)).toEqual([])
      expect(leaks(lines, [fieldText])).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.effect("payer and nonce of a payment that is looked up, rightly or wrongly spelt", () =>
    Effect.gen(function* () {
      const { url, lines, spans } = yield* serve({})
      const payer = `0x${"1b2c3d4e".repeat(5)}`
      const nonce = `0x${"9f8e7d6c".repeat(8)}`
      const route = "/v1/payments/:payer/:nonce"
      const path = `/v1/payments/${payer}/${nonce}`
      const lookUps: ReadonlyArray<readonly [method: string, path: string, status: number, told: object]> = [
        ["GET", path, 404, { route }],
        ["HEAD", path, 404, { route }],
        ["GET", path.toUpperCase().replace("/V1/PAYMENTS", "/v1/payments"), 400, { route }],
        ["GET", `${path}0`, 400, { route }],
        ["POST", path, 405, { route }],
        ["GET", `${path}/`, 404, { path: "/v1/payments/…/…/" }],
        ["GET", `/v1/payment/${payer.slice(2)}/${nonce}?${payer}`, 404, { path: "/v1/payment/…/…" }],
        ["OPTIONS", path, 204, { route }]
      ]
      for (const [method, path, status, told] of lookUps) {
        const answer = yield* Effect.promise(() => fetch(`${url}${path}`, { method }))
        expect([method, path, answer.status]).toEqual([method, path, status])
        expect(lines.at(-1)).toMatchObject({ message: "request", method, status, ...told })
      }
      const marks = [payer, nonce].flatMap((text) => [text.slice(2, 18), text.slice(-16)])
      expect(leaks([lines, spans], marks)).toEqual([])
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([`GET ${route}`]))
    }).pipe(Effect.scoped)
  )

  it.effect("would be seen in an attribute, an event or an error of a span", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      yield* Effect.annotateCurrentSpan("noted", "Mark1").pipe(
        Effect.zipRight(Effect.currentSpan),
        Effect.tap((span) => Effect.sync(() => span.event("event", 0n, { noted: "Mark2" }))),
        Effect.zipRight(Effect.die(new Error("Mark3", { cause: new Error("Mark4") }))),
        Effect.withSpan("mark5", { attributes: { noted: ["mark6"] } }),
        Effect.withTracer(tracer),
        Effect.exit
      )
      const marks = ["mark1", "mark2", "mark3", "mark4", "mark5", "mark6"]
      expect(leaks(spans, [...marks, "mark7"])).toEqual(marks)
    })
  )
})
