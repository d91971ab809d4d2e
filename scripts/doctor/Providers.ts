/**
 * The providers: one cheap call each, by the layers that serve buyers.
 */
import type { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import * as list from "../../src/Capabilities/index.ts"
import { Settings } from "../../src/Settings.ts"
import { run } from "../canary/Canary.ts"
import { operations } from "../canary/Operations.ts"
import type { Finding as Heard } from "../canary/Report.ts"
import { type Finding, fail, off, ok, warn } from "./Finding.ts"

/** What a call of a provider needs. */
type Asking = HttpClient.HttpClient | Settings

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

/** Settings without which a provider is not asked: its address and what belongs to its account. */
const wrongOf = (provider: string, without: ReadonlyArray<string>) =>
  list.providers.all
    .filter(({ slug }) => slug === provider)
    .flatMap(({ keys, variable }) => [variable, ...keys])
    .filter((name) => without.includes(name))

/** Asks every provider at once, but for those with wrong settings; then what the terms say. */
export const check = (without: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { providers } = yield* Settings
    const found = yield* Effect.forEach(
      operations.filter(({ isProbe }) => isProbe),
      (operation): Effect.Effect<ReadonlyArray<Finding>, never, Asking> => {
        const [wrong] = wrongOf(operation.provider, without)
        return wrong === undefined
          ? // Each with a recorder of its own: a recorder follows one call at a time.
            Effect.map(
              run([operation], () => Effect.void),
              (heard) => heard.map(judge)
            )
          : Effect.succeed([off(nameOf(operation.name), `not looked at: ${wrong} must be put right first`)])
      },
      { concurrency: "unbounded" }
    )
    return [
      ...found.flat(),
      ...list.providers.broken(providers.each).map(({ breach, remedy }) => warn("terms", breach, remedy))
    ]
  })
