/**
 * The names of a payment's members. Not every facilitator tells them apart by case: JSON in Go (`encoding/json`) and in
 * .NET takes the last of two members whose names are the same but for case. Such a facilitator would settle another
 * authorization than the one that is in our ledger, and one authorization could buy several answers.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Authorization } from "../../Resources/X402.ts"

/** What simple case folding makes of a name. Capitals first: the long s and the sign for kelvin fold to s and k. */
const folded = (name: string): string => name.toUpperCase().toLowerCase()

const byFolded = (names: ReadonlyArray<string>) => new Map(names.map((name) => [folded(name), name]))

/** The members by which a payment is settled, or is none that we take, by the paths of their records. */
const members = [
  { path: [], names: byFolded(["x402Version", "accepted", "payload"]) },
  {
    path: ["payload"],
    names: byFolded(["signature", "authorization", "permit2Authorization", "delegationManager"])
  },
  { path: ["payload", "authorization"], names: byFolded(Object.keys(Authorization.fields)) }
] as const

/** The member at a path, where it is a record. */
const recordAt = (payment: unknown, path: ReadonlyArray<string>): Readonly<Record<string, unknown>> => {
  const value = path.reduce((outer, name) => (Predicate.isRecord(outer) ? outer[name] : undefined), payment)
  return Predicate.isRecord(value) ? value : {}
}

/** Says which member of a payment some readers take for another one. `None` where there is no such member. */
export const ambiguity = (payment: unknown): Option.Option<string> => {
  for (const { names, path } of members) {
    for (const name of Object.keys(recordAt(payment, path))) {
      const meant = names.get(folded(name))
      if (meant === undefined || meant === name) continue
      const [given, other] = [name, meant].map((last) => [...path, last].join("."))
      return Option.some(
        `The member ${given} of the payment cannot be told from ${other} by everybody who reads it.`
      )
    }
  }
  return Option.none()
}
