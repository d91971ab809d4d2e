/**
 * What opens a hosted facilitator: a token, a key of Coinbase's, or nothing.
 */
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as CoinbaseKey from "./CoinbaseKey.ts"
import { Credentials } from "./Credentials.ts"
import * as Read from "./Reader.ts"

const token = Read.key("X402_FACILITATOR_TOKEN")
const id = Read.text("CDP_API_KEY_ID")
const secret = Read.secret("CDP_API_KEY_SECRET")

/** The key that Coinbase gave out, when both of its parts are there. */
const coinbaseKey = Config.mapOrFail(Config.all({ id, secret }), ({ id, secret }) =>
  Option.match(Option.all({ id, secret }), {
    onNone: () => Either.right(Option.none()),
    onSome: ({ id, secret }) =>
      Option.match(CoinbaseKey.parse(id, Redacted.value(secret)), {
        onSome: (key) => Either.right(Option.some(key)),
        onNone: () =>
          Either.left(
            ConfigError.InvalidData(
              ["CDP_API_KEY_SECRET"],
              "must be the key as Coinbase gave it out: base64 of 64 bytes (Ed25519), or PEM (ECDSA on P-256)"
            )
          )
      })
  })
)

/** One thing or nothing. */
export const credentials = Read.held(Config.all({ token, coinbaseKey }), [
  Read.rule("CDP_API_KEY_ID", Config.all({ id, secret }), ({ id, secret }) =>
    Option.isNone(id) && Option.isSome(secret) ? "is required when CDP_API_KEY_SECRET is set" : undefined
  ),
  Read.rule("CDP_API_KEY_SECRET", Config.all({ id, secret }), ({ id, secret }) =>
    Option.isSome(id) && Option.isNone(secret) ? "is required when CDP_API_KEY_ID is set" : undefined
  ),
  Read.rule("X402_FACILITATOR_TOKEN", Config.all({ token, id, secret }), ({ token, id, secret }) =>
    Option.isSome(token) && (Option.isSome(id) || Option.isSome(secret))
      ? "may not be set together with CDP_API_KEY_ID and CDP_API_KEY_SECRET: a facilitator takes one of the two"
      : undefined
  )
]).pipe(
  Config.map(
    ({ token, coinbaseKey }): Credentials =>
      Option.match(coinbaseKey, {
        onSome: (key) => Credentials.Coinbase({ key }),
        onNone: () =>
          Option.match(token, {
            onSome: (token) => Credentials.Bearer({ token }),
            onNone: () => Credentials.None()
          })
      })
  )
)
