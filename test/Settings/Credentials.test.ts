/**
 * What a hosted facilitator is shown: Coinbase's tokens are judged by a server that holds the public key, as Coinbase's
 * own does. Sources: see `src/Settings/CoinbaseKey.ts`.
 */
import { generateKeyPairSync, type KeyObject, verify as verifySignature } from "node:crypto"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import {
  ConfigProvider,
  Duration,
  Effect,
  Either,
  HashSet,
  Layer,
  Logger,
  LogLevel,
  Option,
  Redacted,
  Schema,
  TestClock
} from "effect"
import { decodeJwt, jwtVerify } from "jose"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as HttpFacilitator from "../../src/Payment/facilitator/HttpFacilitator.ts"
import * as CoinbaseKey from "../../src/Settings/CoinbaseKey.ts"
import type { Credentials } from "../../src/Settings/Credentials.ts"
import { problems } from "../../src/Settings/Reader.ts"
import { Settings } from "../../src/Settings.ts"
import { json } from "../../src/Telemetry/Logger.ts"
import { facilitatorServer, type Play, reply } from "../support/FacilitatorServer.ts"
import { submission } from "../support/SignedPayment.ts"

const id = "organizations/8f/apiKeys/2b1c"
const transaction = `0x${"ab".repeat(32)}`

const Jwk = Schema.Struct({ d: Schema.String, x: Schema.String })

/** An Ed25519 key in Coinbase's form: base64 of seed and public key. */
const edwards = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const { d, x } = Schema.decodeUnknownSync(Jwk)(privateKey.export({ format: "jwk" }))
  const secret = Buffer.concat([Buffer.from(d, "base64url"), Buffer.from(x, "base64url")]).toString("base64")
  return { secret, publicKey }
}

const elliptic = (type: "sec1" | "pkcs8", namedCurve = "prime256v1") => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve })
  return { secret: String(privateKey.export({ type, format: "pem" })), publicKey }
}

const mine = edwards()
const ecdsa = elliptic("sec1")
const pkcs8 = elliptic("pkcs8")

/** A facilitator as Coinbase's: whoever cannot show a token of this key for this very request gets a 401. */
const judge =
  (publicKey: KeyObject): Play =>
  (response, call) => {
    const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? "")?.[1] ?? ""
    jwtVerify(token, publicKey, {
      issuer: "cdp",
      subject: id,
      maxTokenAge: 120,
      requiredClaims: ["nbf", "exp"]
    })
      .then(({ payload, protectedHeader }) => {
        const wanted = [`${call.method} ${call.headers.host}${call.url}`]
        if (JSON.stringify(payload["uris"]) !== JSON.stringify(wanted)) throw new Error("another request's")
        if (protectedHeader.kid !== id) throw new Error("another key's")
        reply(200, { isValid: true, success: true, transaction })(response, call)
      })
      .catch(() => reply(401, { errorType: "unauthorized" })(response, call))
  }

const settingsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(
    Effect.either(Settings.config),
    ConfigProvider.fromMap(
      new Map(
        Object.entries({ X402_PAY_TO: `0x${"a".repeat(40)}`, CONTACT: "mailto:a@b.example", ...environment })
      )
    )
  )

/** The credentials that these settings make. */
const credentialsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.map(settingsOf(environment), (settings) => Either.getOrThrow(settings).payment.credentials)

const at = (url: string, credentials: Credentials) =>
  HttpFacilitator.layer({
    url: `${url}/platform/v2/x402`,
    credentials,
    verifyTimeout: Duration.seconds(5),
    settleTimeout: Duration.seconds(20)
  }).pipe(Layer.provide(Outbound.layer))

/** The outcomes of asking for both. */
const askBoth = Effect.gen(function* () {
  const facilitator = yield* Facilitator
  const payment = yield* Effect.promise(() => submission())
  const verified = yield* Effect.either(facilitator.verify(payment))
  const settled = yield* Effect.either(facilitator.settle(payment))
  return [
    Either.match(verified, { onLeft: ({ status }) => status, onRight: ({ isValid }) => isValid }),
    Either.match(settled, { onLeft: ({ _tag }) => _tag, onRight: ({ transaction }) => transaction })
  ]
})

const opened = [true, transaction]
const shut = [401, "SettlementUnknown"]

describe("a facilitator that checks tokens", () => {
  const rows: ReadonlyArray<
    readonly [name: string, KeyObject, Readonly<Record<string, string>>, ReadonlyArray<unknown>]
  > = [
    ["Ed25519", mine.publicKey, { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: mine.secret }, opened],
    ["ECDSA, SEC1", ecdsa.publicKey, { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: ecdsa.secret }, opened],
    ["ECDSA, PKCS8", pkcs8.publicKey, { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: pkcs8.secret }, opened],
    [
      "ECDSA, in one line",
      ecdsa.publicKey,
      { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: ecdsa.secret.trim().replaceAll("\n", "\\n") },
      opened
    ],
    ["another key", edwards().publicKey, { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: mine.secret }, shut],
    ["another id", mine.publicKey, { CDP_API_KEY_ID: "else", CDP_API_KEY_SECRET: mine.secret }, shut],
    ["a bearer token", mine.publicKey, { X402_FACILITATOR_TOKEN: "t0ken" }, shut],
    ["nothing", mine.publicKey, {}, shut]
  ]
  for (const [name, publicKey, environment, outcome] of rows) {
    it.scopedLive(`${outcome === opened ? "is opened" : "stays shut"}: ${name}`, () =>
      Effect.gen(function* () {
        const { url } = yield* facilitatorServer(judge(publicKey))
        const credentials = yield* credentialsOf(environment)
        expect(yield* askBoth.pipe(Effect.provide(at(url, credentials)))).toEqual(outcome)
      })
    )
  }

  it.scopedLive("a token is for one request: no two are the same", () =>
    Effect.gen(function* () {
      const { url, calls } = yield* facilitatorServer(judge(mine.publicKey))
      const credentials = yield* credentialsOf({ CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: mine.secret })
      yield* Effect.repeatN(askBoth, 9).pipe(Effect.provide(at(url, credentials)))
      const tokens = calls.map(({ headers }) => headers.authorization)
      expect([tokens.length, HashSet.size(HashSet.fromIterable(tokens))]).toEqual([20, 20])
    })
  )
})

const Header = Schema.parseJson(
  Schema.Struct({ alg: Schema.String, kid: Schema.String, typ: Schema.String, nonce: Schema.String })
)

it.effect("a token says what Coinbase's page wants, and node's own crypto finds it signed", () =>
  Effect.gen(function* () {
    yield* TestClock.adjust(Duration.millis(1_700_000_000_999))
    const key = Option.getOrThrow(CoinbaseKey.parse(id, mine.secret))
    const url = "https://api.cdp.coinbase.com/platform/v2/x402/settle"
    const token = yield* CoinbaseKey.token(key, "POST", url)
    const [header = "", payload = "", signature = ""] = token.split(".")
    const { nonce, ...rest } = yield* Schema.decode(Header)(Buffer.from(header, "base64url").toString())
    expect(rest).toEqual({ alg: "EdDSA", kid: id, typ: "JWT" })
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(decodeJwt(token)).toEqual({
      iss: "cdp",
      sub: id,
      iat: 1_700_000_000,
      nbf: 1_700_000_000,
      exp: 1_700_000_120,
      uris: ["POST api.cdp.coinbase.com/platform/v2/x402/settle"]
    })
    const signed = Buffer.from(`${header}.${payload}`)
    expect(verifySignature(null, signed, mine.publicKey, Buffer.from(signature, "base64url"))).toBe(true)
  })
)

const wrongKey =
  "CDP_API_KEY_SECRET must be the key as Coinbase gave it out: base64 of 64 bytes (Ed25519), or PEM (ECDSA on P-256)"

/** The seed of one key and the public half of another. */
const mixed = Buffer.concat([
  Buffer.from(mine.secret, "base64").subarray(0, 32),
  Buffer.from(edwards().secret, "base64").subarray(32)
]).toString("base64")

describe("the settings refuse", () => {
  const rows: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    [
      "an id without secret",
      { CDP_API_KEY_ID: id },
      "CDP_API_KEY_SECRET is required when CDP_API_KEY_ID is set"
    ],
    [
      "a secret without id",
      { CDP_API_KEY_SECRET: mine.secret },
      "CDP_API_KEY_ID is required when CDP_API_KEY_SECRET is set"
    ],
    [
      "a key and a bearer token",
      { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: mine.secret, X402_FACILITATOR_TOKEN: "t0ken" },
      "X402_FACILITATOR_TOKEN may not be set together with CDP_API_KEY_ID and CDP_API_KEY_SECRET: a facilitator takes one of the two"
    ],
    ...[
      ["words", "s3cr3t words"],
      ["32 bytes", Buffer.alloc(32, 7).toString("base64")],
      ["65 bytes", Buffer.alloc(65, 7).toString("base64")],
      ["halves of two keys", mixed],
      ["P-384", elliptic("pkcs8", "secp384r1").secret],
      ["secp256k1", elliptic("sec1", "secp256k1").secret],
      ["a public key", String(ecdsa.publicKey.export({ type: "spki", format: "pem" }))],
      ["half a PEM", ecdsa.secret.slice(0, 120)]
    ].map(
      ([name = "", secret = ""]) =>
        [name, { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret }, wrongKey] as const
    ),
    [
      "an RPC URL that is none",
      { X402_RPC_URL: "wss://base.example/k3y" },
      "X402_RPC_URL must be an http or https URL without user and password"
    ],
    [
      "an RPC URL with a password",
      { X402_RPC_URL: "https://user:k3y@base.example" },
      "X402_RPC_URL must be an http or https URL without user and password"
    ]
  ]
  for (const [name, environment, sentence] of rows) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const error = Either.flip(yield* settingsOf(environment))
        expect(problems(Either.getOrThrow(error))).toEqual([sentence])
      })
    )
  }
})

it.scopedLive("keys, tokens and the node's URL are told nowhere", () =>
  Effect.gen(function* () {
    const rpc = "https://base.example/v2/k3yinpath?key=k3yinquery"
    const lines: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.map(json, (line) => {
        lines.push(line)
      })
    )
    const secrets = [mine.secret, ecdsa.secret.split("\n")[1] ?? "", "b3arer", "k3yinpath", "k3yinquery"]
    for (const credentials of [
      { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: mine.secret },
      { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: ecdsa.secret },
      { X402_FACILITATOR_TOKEN: "b3arer" }
    ]) {
      const settings = Either.getOrThrow(yield* settingsOf({ ...credentials, X402_RPC_URL: rpc }))
      const { url, calls } = yield* facilitatorServer(reply(500, "no"))
      yield* Effect.logError("settings", settings.payment.credentials, settings.payment.rpcUrl).pipe(
        Effect.zipRight(askBoth),
        Effect.tap((outcomes) => Effect.logError("asked", outcomes)),
        Effect.provide(Layer.provideMerge(at(url, settings.payment.credentials), log)),
        Logger.withMinimumLogLevel(LogLevel.All)
      )
      const tokens = calls.map(({ headers }) => headers.authorization?.slice("Bearer ".length) ?? "")
      const told = `${lines.join()} ${inspect(settings, { depth: null })} ${JSON.stringify(settings, (_, value) => (typeof value === "bigint" ? String(value) : value))}`
      expect(tokens.length).toBe(2)
      expect(told).toContain("asked")
      expect([...secrets, ...tokens].filter((secret) => told.includes(secret))).toEqual([])
      expect(Option.map(settings.payment.rpcUrl, Redacted.value)).toEqual(Option.some(rpc))
    }
  })
)
