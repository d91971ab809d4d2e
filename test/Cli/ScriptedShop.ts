/**
 * A service whose answers a test chooses, and a person at a terminal who buys there and has a journal of their own.
 */
import { mkdtempSync, rmSync } from "node:fs"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Predicate } from "effect"
import { challenge } from "../Client/Scripted.ts"
import { answering } from "../support/Sockets.ts"
import { almanac } from "./TestTerminal.ts"

/** What the service answers. */
export interface Script {
  /** What comes for a payment (the header); nothing: the connection ends. */
  paid: (payment: string) => Response | undefined
  /** What comes for a question about the payment of a nonce. */
  statusOf: (nonce: string) => Response
}

const give = async (response: ServerResponse, answer: Response) => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}

const answerTo = ({ headers, url = "" }: IncomingMessage, script: Script): Response | undefined => {
  if (url.startsWith("/v1/payments/")) return script.statusOf(url.split("/")[4] ?? "")
  const payment = headers["payment-signature"]
  return Predicate.isString(payment) ? script.paid(payment) : challenge()
}

const service =
  (script: Script): RequestListener =>
  (request, response) => {
    request.resume()
    const answer = answerTo(request, script)
    if (answer === undefined) request.socket.destroy()
    else void give(response, answer)
  }

/** The service, open for as long as the scope lasts, and the person's commands. */
export const place = (script: Script) =>
  Effect.gen(function* () {
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
    return {
      /** Loses the journal. */
      forget: Effect.sync(() => rmSync(join(home, ".almanac"), { recursive: true })),
      /** Runs a command. `broken`: its output cannot be written. */
      run: (args: ReadonlyArray<string>, broken?: Error) =>
        Effect.promise(() =>
          almanac(args, { home, environment, ...(broken === undefined ? {} : { broken }) })
        )
    }
  })
