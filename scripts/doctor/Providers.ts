/**
 * The providers: one cheap call each, by the layers that serve buyers.
 */
import { Effect } from "effect"
import * as list from "../../src/Capabilities/index.ts"
import { Settings } from "../../src/Settings.ts"
import { run } from "../canary/Canary.ts"
import { operations } from "../canary/Operations.ts"
import type { Finding as Heard } from "../canary/Report.ts"
import { type Finding, fail, ok, warn } from "./Finding.ts"

const nameOf = (operation: string) => operation.split(".")[0] ?? operation

/** What happened, as something to do. */
const judge = ({ operation, verdict }: Heard): Finding => {
  const check = nameOf(operation)
  if (verdict._tag === "Answered") return ok(check, `${operation} answers`)
  if (verdict._tag === "Unreadable") {
    return fail(
      check,
      `${operation} answers in a form that is not read`,
      `npm run canary -- --only ${operation} tells what has changed`
    )
  }
  const told = `${operation}: ${verdict.error} (${verdict.reason})`
  return verdict.error === "ProviderRateLimited"
    ? warn(check, told, "wait, or set a key of this provider where there is one (.env.example)")
    : fail(
        check,
        told,
        "check the provider's URL, its key, and the way to it; its buyers get 502 or 504, not charged"
      )
}

/** Asks every provider at once; then what the terms say. */
export const check = Effect.gen(function* () {
  const { providers } = yield* Settings
  const heard = yield* Effect.forEach(
    operations.filter(({ isProbe }) => isProbe),
    // Each with a recorder of its own: a recorder follows one call at a time.
    (operation) => run([operation], () => Effect.void),
    { concurrency: "unbounded" }
  )
  return [
    ...heard.flat().map(judge),
    ...list.providers.broken(providers.each).map(({ breach, remedy }) => warn("terms", breach, remedy))
  ]
})
