/**
 * A purchase that was charged, and whose answer was lost on its way: everything that a person or a script does next
 * fetches that answer, and nothing signs another payment.
 */
import { mkdtempSync, rmSync } from "node:fs"
import type { RequestListener, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { UsageError } from "../../src/Cli/Usage.ts"
import { challenge, sold, state } from "../Client/Scripted.ts"
import { decode } from "../support/Buyer.ts"
import { answering } from "../support/Sockets.ts"
import { almanac } from "./TestTerminal.ts"

/** A service that charges, and ends the connection in place of an answer for as long as `isCutting`. */
const service = (script: { isCutting: boolean; readonly nonces: Array<string> }): RequestListener => {
  const give = async (response: ServerResponse, answer: Response) => {
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  }
  return (request, response) => {
    request.resume()
    const { headers, url = "" } = request
    if (url.startsWith("/v1/payments/")) return void give(response, state(url.split("/")[4] ?? "", "settled"))
    const header = headers["payment-signature"]
    if (!Predicate.isString(header)) return void give(response, challenge())
    script.nonces.push(Object(decode(header)).payload.authorization.nonce)
    if (script.isCutting) request.socket.destroy()
    else void give(response, sold())
  }
}

it.scopedLive("is finished by the same call, for one charge", () =>
  Effect.gen(function* () {
    const script = { isCutting: true, nonces: [] }
    const url = yield* answering(service(script))
    const home = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-"))),
      (home) => Effect.sync(() => rmSync(home, { recursive: true }))
    )
    const environment = {
      ALMANAC_URL: url,
      ALMANAC_NETWORK: "base-sepolia",
      ALMANAC_PRIVATE_KEY: `0x${"11".repeat(32)}`
    }
    const run = (...args: ReadonlyArray<string>) => Effect.promise(() => almanac(args, { home, environment }))
    const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]

    const lost = yield* run(...call, "--key", "order-1", "--timeout", "2s")
    expect([lost.code, lost.err]).toEqual([7, expect.stringContaining("almanac resume order-1")])
    expect(lost.err).toContain("It was charged.")
    expect(lost.err).not.toContain("may succeed")
    expect((yield* run("status")).out).toContain("order-1")
    expect((yield* run("status", "order-1")).err).toContain("almanac resume order-1")

    script.isCutting = false
    const broken = new UsageError("the standard output cannot be written (ENOSPC)")
    const unwritten = yield* Effect.promise(() => almanac(call, { home, environment, broken }))
    expect([unwritten.code, unwritten.err]).toEqual([7, expect.stringContaining("almanac resume order-1")])
    expect(unwritten.err).toMatch(/cannot be written \(ENOSPC\)\n {2}It was charged\./)
    const fetched = yield* run("resume", "order-1")
    expect([fetched.code, fetched.out]).toEqual([0, expect.stringContaining("1.05")])
    script.isCutting = true
    yield* run(...call, "--key", "order-2", "--timeout", "2s")

    script.isCutting = false
    const again = yield* run(...call)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("1.05")])
    expect(new Set(script.nonces).size).toBe(2)
    expect((yield* run("status")).out).toBe("everything is finished\n")
  })
)
