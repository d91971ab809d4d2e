/**
 * Follows one redirect. Providers change their hosts (Frankfurter twice, Photon, Nager.Date) and merge records
 * (OpenAlex).
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { ProviderBadResponse, ProviderUnavailable } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"
import { deadlinePassed, type ExchangeFailed, final, type Outcome, type Reply } from "./Exchange.ts"
import { isPublicHost } from "./PublicAddress.ts"
import { redirectTarget, type SecretQuery } from "./RedirectTarget.ts"

/** The provider whose redirects are followed. */
export interface Follower {
  readonly provider: ProviderSlug
  readonly secretQuery: SecretQuery
  readonly enabled: boolean
}

/** Refuses a target in our own network, unless the operator configured that very origin for the provider. */
const checkHost = (provider: ProviderSlug, target: URL, from: URL): Effect.Effect<void, ExchangeFailed> =>
  target.origin === from.origin
    ? Effect.void
    : isPublicHost(target.hostname).pipe(
        Effect.mapError(() => final(new ProviderUnavailable({ provider, reason: "host not found" }))),
        Effect.filterOrFail(
          (isPublic) => isPublic,
          () => final(new ProviderBadResponse({ provider, reason: "redirect to a private address" }))
        ),
        Deadline.enforce(deadlinePassed(provider))
      )

/** Sends a request to `from`, a URL below the configured one, and then to the target of a redirect, if any. */
export const follow = (
  follower: Follower,
  from: URL,
  send: (url: URL) => Effect.Effect<Outcome, ExchangeFailed>
): Effect.Effect<Reply, ExchangeFailed> => {
  const refused = (reason: string) => final(new ProviderBadResponse({ provider: follower.provider, reason }))
  const arrived = (outcome: Outcome): Effect.Effect<Reply, ExchangeFailed> =>
    outcome._tag === "Replied" ? Effect.succeed(outcome.reply) : refused("redirect not followed")

  return Effect.flatMap(send(from), (outcome) => {
    if (outcome._tag === "Replied" || !follower.enabled) return arrived(outcome)
    const target = redirectTarget(from, outcome.location, follower.secretQuery)
    if (Option.isNone(target)) return refused("redirect to an unusable address")
    return checkHost(follower.provider, target.value, from).pipe(
      Effect.zipRight(send(target.value)),
      Effect.flatMap(arrived)
    )
  })
}
