/**
 * What the operator has paused, as this process knows it: capabilities that are not sold, and providers that are not
 * asked. `Payment/pause` keeps it the same in all replicas. Looked at without a query, by every call.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** What can be paused. */
export const PauseKind = Schema.Literal("capability", "provider")
export type PauseKind = typeof PauseKind.Type

/** The longest `retryAfter`, in seconds: a day. */
export const longestRetryAfter = 86_400

/** One pause. It lasts until it is ended. */
export const Pause = Schema.Struct({
  kind: PauseKind,
  /** The id of the capability, or the slug of the provider. */
  name: Schema.String,
  /** Why, for other operators. It is shown to nobody else. */
  reason: Schema.String,
  /** What buyers are told in `Retry-After`, whole seconds. */
  retryAfter: Schema.Number,
  since: Schema.DateFromSelf
})
export type Pause = typeof Pause.Type

/** A capability, and the providers that its answers come from. */
interface Sold {
  readonly id: string
  readonly provider:
    | { readonly kind: "provider"; readonly slugs: ReadonlyArray<string> }
    | { readonly kind: "composite" }
}

/** The pauses that this process knows of. */
export class Pauses extends Context.Tag("almanac/Pauses")<
  Pauses,
  {
    readonly all: () => ReadonlyArray<Pause>
    readonly ofProvider: (slug: string) => Pause | undefined
    /**
     * The pause by which a capability is not sold: its own, or that of its providers when all of them are paused. A
     * composite goes on without the sources whose providers are paused.
     */
    readonly ofCapability: (sold: Sold) => Pause | undefined
    /**
     * Begins a reading of the pauses. What was read is what they are from then on; `false` where a reading that began
     * later was taken over already: this one may have been made before a change.
     */
    readonly read: () => (pauses: ReadonlyArray<Pause>) => boolean
  }
>() {
  /** Nothing is paused yet. */
  static readonly layer = Layer.sync(Pauses, () => {
    let all: ReadonlyArray<Pause> = []
    let begun = 0
    let takenOver = 0
    const find = (kind: PauseKind, name: string) =>
      all.find((pause) => pause.kind === kind && pause.name === name)
    const ofProvider = (slug: string) => find("provider", slug)
    return {
      all: () => all,
      ofProvider,
      ofCapability: ({ id, provider }) => {
        if (all.length === 0) return undefined
        const own = find("capability", id)
        if (own !== undefined || provider.kind === "composite") return own
        const [first, ...others] = provider.slugs.map(ofProvider)
        return others.includes(undefined) ? undefined : first
      },
      read: () => {
        begun += 1
        const own = begun
        return (pauses) => {
          if (own < takenOver) return false
          takenOver = own
          all = pauses
          return true
        }
      }
    }
  })
}
