/**
 * Ctrl-C before anything is sent: nothing was charged, and the command says so at once.
 */
import type { RequestListener } from "node:http"
import { PassThrough } from "node:stream"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask } from "../../src/Cli/input/Question.ts"
import { challenge } from "../Client/Scripted.ts"
import { answering } from "../support/Sockets.ts"
import { almanac, type Scene } from "./TestTerminal.ts"

const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]

/** A service that asks for more than the listed price. */
const dear: RequestListener = async (request, response) => {
  request.resume()
  const answer = challenge({ accepted: { amount: "5000" } })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}

/** What nobody has typed yet. */
const typed = () => new Promise<string>(() => {})

describe("a command that is interrupted", () => {
  const rows: ReadonlyArray<
    readonly [when: string, args: ReadonlyArray<string>, scene: (interrupt: () => void) => Scene]
  > = [
    ["while it reads a request", ["call", "fx.rates", "-"], () => ({ input: typed() })],
    ["while it reads a request for a quote", ["quote", "fx.rates", "-"], () => ({ input: typed() })],
    ["while it reads a verdict", ["explain", "-"], () => ({ input: typed() })],
    [
      "while it asks for a word",
      call,
      (interrupt) => ({
        answer: () => {
          interrupt()
          return false
        }
      })
    ]
  ]
  it.scopedLive.each(rows)("%s ends with 130, and nothing was charged", ([_, args, scene]) =>
    Effect.gen(function* () {
      const url = yield* answering(dear)
      const person = new AbortController()
      const environment = {
        ALMANAC_URL: url,
        ALMANAC_NETWORK: "base-sepolia",
        ALMANAC_PRIVATE_KEY: `0x${"11".repeat(32)}`
      }
      const ended = almanac([...args, "--json"], {
        environment,
        interrupted: person.signal,
        ...scene(() => person.abort())
      })
      if (args.includes("-")) setImmediate(() => person.abort())
      const { code, out } = yield* Effect.promise(() => ended)
      expect(code).toBe(130)
      expect(JSON.parse(out)).toMatchObject({ error: { code: "ABORTED", charged: false }, exit: 130 })
    })
  )

  it.scopedLive("while a quote is awaited ends with 130", () =>
    Effect.gen(function* () {
      const person = new AbortController()
      const url = yield* answering(() => person.abort())
      const environment = { ALMANAC_URL: url, ALMANAC_NETWORK: "base-sepolia" }
      for (const args of [
        ["quote", ...call.slice(1)],
        ["status", `0x${"1".repeat(40)}`, `0x${"1".repeat(64)}`]
      ]) {
        const { code, err } = yield* Effect.promise(() =>
          almanac(args, { environment, interrupted: person.signal })
        )
        expect([code, err]).toEqual([130, expect.stringMatching(/^almanac: ABORTED: /)])
      }
    })
  )

  it.effect("while the tools are made ready ends with 130, and in silence", () =>
    Effect.gen(function* () {
      const environment = { ALMANAC_NETWORK: "base-sepolia", ALMANAC_PRIVATE_KEY: `0x${"11".repeat(32)}` }
      const interrupted = AbortSignal.abort()
      const { code, err } = yield* Effect.promise(() =>
        almanac(["mcp"], { environment, input: typed(), interrupted })
      )
      expect([code, err]).toEqual([130, expect.not.stringContaining("almanac: ")])
    })
  )
})

describe("a question", () => {
  const rows: ReadonlyArray<readonly [what: string, typed: string, answer: boolean, interrupts: boolean]> = [
    ["yes", "yes\r", true, false],
    ["y", " Y \r", true, false],
    ["no", "no\r", false, false],
    ["nothing", "\r", false, false],
    ["Ctrl-C", "\u0003", false, true],
    ["Ctrl-C after a y", "y\u0003", false, true],
    ["Ctrl-D", "\u0004", false, false]
  ]
  it.each(rows)("takes %s", async (_, keys, answer, interrupts) => {
    const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()]
    const person = { input, output, interrupted: stop.signal, interrupt: () => stop.abort() }
    const answered = ask(person, "Pay it?", true)
    input.write(keys)
    expect([await answered, stop.signal.aborted]).toEqual([answer, interrupts])
    expect(String(output.read())).toContain("Pay it? [y/N] ")
  })

  it("is over when the process is to end, or its input has ended", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const stop = new AbortController()
    const person = { input, output, interrupted: stop.signal, interrupt: () => {} }
    const stopped = ask(person, "Pay it?", true)
    stop.abort()
    expect(await stopped).toBe(false)
    const ended = ask({ ...person, interrupted: new AbortController().signal }, "Pay it?", false)
    input.end()
    expect(await ended).toBe(false)
  })
})
