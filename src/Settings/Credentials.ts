/**
 * How we authenticate to a hosted facilitator.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type CoinbaseKey, token } from "./CoinbaseKey.ts"

/** What the facilitator gave the operator. */
export type Credentials = Data.TaggedEnum<{
  /** Nothing: the facilitator needs no credentials. */
  None: object
  /** A token that is the same for every request. */
  Bearer: { readonly token: Redacted.Redacted }
  /** A Coinbase key, which signs a token for each request. */
  Coinbase: { readonly key: CoinbaseKey }
}>

/** Constructors and matchers of `Credentials`. */
export const Credentials = Data.taggedEnum<Credentials>()

/** Headers by name, in lower case. */
type Headers = Readonly<Record<string, string>>

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** The headers of one request with this method to this URL. Make them for each request: some tokens are good for one. */
export const headers =
  (credentials: Credentials) =>
  (method: "GET" | "POST", url: string): Effect.Effect<Headers> =>
    Credentials.$match(credentials, {
      None: () => Effect.succeed({}),
      Bearer: ({ token }) => Effect.succeed(bearer(Redacted.value(token))),
      Coinbase: ({ key }) => Effect.map(token(key, method, url), bearer)
    })
