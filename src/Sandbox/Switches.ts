/**
 * The switches of the sandbox: every error that a buyer may meet can be made by one of them.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { type ValidationFailed, validationFailed } from "../Api/Failure.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { Faults, OnOff, SettlementFault } from "./Faults.ts"
import { ProviderFault } from "./ProviderFaults.ts"
import { SimulatedProviders } from "./Providers.ts"
import { Forget } from "./SandboxCache.ts"

/** Turns one switch. */
const Switch = Schema.Union(
  Schema.Struct({ provider: ProviderSlug, on: Schema.Boolean }),
  Schema.Struct({ provider: ProviderSlug, fails: ProviderFault }),
  Schema.Struct({ settlement: SettlementFault }),
  Schema.Struct({ facilitator: OnOff }),
  Schema.Struct({ ledger: OnOff })
)
type Switch = typeof Switch.Type

const oneOf = (literals: ReadonlyArray<string>) => literals.join(", ")

/** Each switch by the member that names it, with its values. */
const values = new Map<string, ReadonlyArray<string>>([
  ["provider", ProviderSlug.literals],
  ["fails", ProviderFault.literals],
  ["settlement", SettlementFault.literals],
  ["facilitator", OnOff.literals],
  ["ledger", OnOff.literals]
])

const examples = [
  '{"provider":"gdelt","fails":"throttled"}',
  '{"provider":"gdelt","on":true}',
  '{"settlement":"lost"}',
  '{"facilitator":"off"}',
  '{"ledger":"off"}'
]

/** What is wrong with a switch that there is not, and which there are. */
const explain = (body: unknown): ValidationFailed => {
  const wrong = Object.entries(Predicate.isRecord(body) ? body : {}).flatMap(([name, value]) => {
    const known = values.get(name)
    return known !== undefined && !known.some((one) => one === value)
      ? [{ pointer: `/${name}`, message: `must be one of ${oneOf(known)}` }]
      : []
  })
  const message = `must be one of ${examples.join(" ")} (fails: ${oneOf(ProviderFault.literals)}; settlement: ${oneOf(SettlementFault.literals)})`
  return validationFailed([...wrong, { pointer: "", message }])
}

/** A switch, or why there is none such. */
export const read = (body: unknown): Either.Either<Switch, ValidationFailed> =>
  Either.mapLeft(Schema.decodeUnknownEither(Switch, { onExcessProperty: "error" })(body), () => explain(body))

/** Where all switches stand: whether each provider answers, how those fail that do not, and the rest. */
export const state = Effect.gen(function* () {
  const states = yield* Effect.flatMap(SimulatedProviders, ({ switches }) => switches)
  const faults = yield* Effect.flatMap(Faults, ({ state }) => state)
  return {
    providers: Record.map(states, (state) => state === "on"),
    fails: Record.filter(states, (state) => state !== "on"),
    ...faults
  }
})

/** Turns a switch; what the cache has of a provider is forgotten with it. */
export const turn = (change: Switch) =>
  Effect.gen(function* () {
    if (!("provider" in change)) return yield* Effect.flatMap(Faults, ({ turn }) => turn(change))
    const { provider } = change
    const to = "fails" in change ? change.fails : change.on ? "on" : "unavailable"
    yield* Effect.flatMap(SimulatedProviders, (providers) => providers.turn(provider, to))
    yield* Effect.flatMap(Forget, (forget) => forget(provider))
  })
