/**
 * API keys of the Coinbase Developer Platform, and the tokens that are signed with them.
 *
 * Source: Coinbase's JWT authentication page and what `@coinbase/cdp-sdk` 1.57 (`auth/utils/jwt.ts`) and
 * `@coinbase/x402` 2.1 do.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { SignJWT } from "jose"
import { randomHex } from "../Runtime/RandomId.ts"

/** A key with its id, ready to sign. */
export interface CoinbaseKey {
  readonly id: string
  readonly algorithm: "EdDSA" | "ES256"
  readonly secret: Redacted.Redacted<KeyObject>
}

/** How long a token is valid. Source: Coinbase. */
const lifetime = Duration.minutes(2)

const parsePrivateKey = Option.liftThrowable(createPrivateKey)

/** Base64 of 64 bytes: the seed and the public key that belongs to it. */
const ed25519 = (text: string): Option.Option<KeyObject> => {
  const bytes = Buffer.from(text, "base64")
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text) || bytes.length !== 64) return Option.none()
  const x = bytes.subarray(32).toString("base64url")
  const key = { kty: "OKP", crv: "Ed25519", d: bytes.subarray(0, 32).toString("base64url"), x }
  return parsePrivateKey({ key, format: "jwk" }).pipe(
    Option.filter((secret) => createPublicKey(secret).export({ format: "jwk" }).x === x)
  )
}

/** PEM of a key on P-256. In an environment variable of one line, its line ends are written as `\n`. */
const ecdsa = (text: string): Option.Option<KeyObject> =>
  parsePrivateKey(text.replaceAll("\\n", "\n")).pipe(
    Option.filter(({ asymmetricKeyDetails }) => asymmetricKeyDetails?.namedCurve === "prime256v1")
  )

/** The key in a secret as Coinbase hands it out: base64 of 64 bytes (Ed25519), or PEM (ECDSA on P-256). */
export const parse = (id: string, secret: string): Option.Option<CoinbaseKey> =>
  Option.orElse(
    Option.map(
      ed25519(secret),
      (key): CoinbaseKey => ({ id, algorithm: "EdDSA", secret: Redacted.make(key) })
    ),
    () =>
      Option.map(
        ecdsa(secret),
        (key): CoinbaseKey => ({ id, algorithm: "ES256", secret: Redacted.make(key) })
      )
  )

/** A token for one request with this method to this URL. It is valid for two minutes from now. */
export const token = ({ id, algorithm, secret }: CoinbaseKey, method: string, url: string) =>
  Effect.gen(function* () {
    const nonce = yield* randomHex
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const { host, pathname } = new URL(url)
    const jwt = new SignJWT({ sub: id, iss: "cdp", uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg: algorithm, kid: id, typ: "JWT", nonce })
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + Duration.toSeconds(lifetime))
    // A parsed key can sign.
    return yield* Effect.promise(() => jwt.sign(Redacted.value(secret)))
  })
