/**
 * The ledger: what became of every payment. PostgreSQL is the truth; each transition is one statement that only
 * goes forward, and a run that no longer holds its reservation changes nothing.
 *
 * ```
 * reserved ─ settling ─ settled | failed | unknown
 *     └ released          (failed and released can be reserved again)
 * ```
 */
import { SqlClient } from "@effect/sql"
import { Clock, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import type { Authorization } from "../Resources/X402.ts"
import { Database, type DatabaseUnavailable } from "../Storage/Database.ts"

/** Names one payment: an EIP-3009 nonce is unique for token and payer. Everything in lower case. */
export interface PaymentKey {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

/** What is written when a payment is reserved. `amount` in atomic units, `validBefore` in Unix seconds. */
export interface Reservation {
  readonly key: PaymentKey
  /** Names the run that will hold the reservation. */
  readonly attempt: string
  readonly requestHash: string
  readonly capability: string
  readonly amount: string
  readonly payTo: string
  readonly validBefore: string
  readonly signature: string
  readonly payload: string
  readonly requestId: string
}

/** An answer as it is delivered: the body's bytes, the headers that belong to it, and its hash (sha-256, base64). */
export interface Answer {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly hash: string
}

const State = Schema.Literal(
  "reserved",
  "settling",
  "settled",
  "presumed_settled",
  "failed",
  "unknown",
  "released"
)

const Row = Schema.Struct({
  state: State,
  requestHash: Schema.String,
  signature: Schema.String,
  leaseUntil: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  replays: Schema.Number,
  transaction: Schema.NullOr(Schema.String),
  amount: Schema.String
})

/** What the ledger knows of a payment. */
export type Entry = typeof Row.Type

const Stored = Schema.Struct({
  body: Schema.Uint8ArrayFromSelf,
  headers: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })),
  hash: Schema.String
})

/** The key of an authorization. */
export const keyOf = (
  chain: { readonly network: string; readonly asset: { readonly address: string } },
  authorization: Authorization
): PaymentKey => ({
  network: chain.network,
  asset: chain.asset.address.toLowerCase(),
  payer: authorization.from.toLowerCase(),
  nonce: authorization.nonce.toLowerCase()
})

/** Whether there is an answer to fetch or to wait for. */
export const answerable = ({ state }: Entry): boolean => state !== "released" && state !== "failed"

/**
 * Whether a payment proves to be the one in the ledger: by the payer's recovered signature, or, for a contract
 * wallet, by the very signature that was judged before.
 */
export const proves = (
  payment: { readonly proven: boolean; readonly signature: string },
  entry: { readonly signature: string }
) => payment.proven || payment.signature.toLowerCase() === entry.signature.toLowerCase()

/** How long a run holds its reservation without renewing it: a crash blocks the payment no longer than this. */
export const leaseDuration = Duration.seconds(15)

/** How long an answer can be fetched again after its settlement. Source: decisions, payment. */
export const retention = Duration.hours(24)

/** How often an answer is given again. Source: decisions, payment, step 5. */
export const maxReplays = 20

/** The ledger of payments. Every operation fails with `DatabaseUnavailable` while the database is away. */
export class Ledger extends Context.Tag("almanac/Ledger")<
  Ledger,
  {
    /** Reserves a payment that is unknown, was released or failed; `false` when somebody else has it. */
    readonly reserve: (reservation: Reservation) => Effect.Effect<boolean, DatabaseUnavailable>
    readonly find: (key: PaymentKey) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** Holds the reservation for another `leaseDuration`; `false` when it is lost. */
    readonly renew: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Gives the payment back: nothing was charged, it can be used again. */
    readonly release: (key: PaymentKey, attempt: string) => Effect.Effect<void, DatabaseUnavailable>
    /** Stores the answer, durably, before the facilitator is asked to settle; `false` when the run lost its lease. */
    readonly settling: (
      key: PaymentKey,
      attempt: string,
      answer: Answer,
      lease: Duration.Duration
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    readonly settled: (
      key: PaymentKey,
      attempt: string,
      transaction: string
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The transfer will not happen, for certain: the answer is dropped, the payment can be used again. */
    readonly failed: (
      key: PaymentKey,
      attempt: string,
      reason: string
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** Nobody knows whether the transfer happens: the answer is kept. */
    readonly unknown: (
      key: PaymentKey,
      attempt: string,
      reason: string,
      transaction: string | undefined
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The stored answer of a settled payment, counted; none once it was given `maxReplays` times or is too old. */
    readonly replay: (key: PaymentKey) => Effect.Effect<Option.Option<Answer>, DatabaseUnavailable>
  }
>() {}

const moment = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

const later = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() + Duration.toMillis(duration))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database

  const at = (key: PaymentKey) =>
    sql`network = ${key.network} AND asset = ${key.asset} AND payer = ${key.payer} AND nonce = ${key.nonce}`
  const held = (key: PaymentKey, attempt: string, state: "reserved" | "settling") =>
    sql`${at(key)} AND attempt = ${attempt} AND state = ${state}`

  const decodeEntry = Schema.decodeUnknown(Schema.Array(Row))
  const decodeAnswer = Schema.decodeUnknown(Schema.Array(Stored))

  return Ledger.of({
    reserve: (reservation) =>
      Effect.flatMap(moment, (now) => {
        const { key } = reservation
        return database.use(sql`
          INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, capability,
            amount, pay_to, valid_before, signature, payload, request_id, created_at)
          VALUES (${key.network}, ${key.asset}, ${key.payer}, ${key.nonce}, ${reservation.attempt}, 'reserved',
            ${later(now, leaseDuration)}, ${reservation.requestHash}, ${reservation.capability},
            ${reservation.amount}, ${reservation.payTo}, ${reservation.validBefore}, ${reservation.signature},
            ${reservation.payload}, ${reservation.requestId}, ${now})
          ON CONFLICT (network, asset, payer, nonce) DO UPDATE SET
            attempt = EXCLUDED.attempt, state = 'reserved', lease_until = EXCLUDED.lease_until,
            request_hash = EXCLUDED.request_hash, capability = EXCLUDED.capability, amount = EXCLUDED.amount,
            pay_to = EXCLUDED.pay_to, valid_before = EXCLUDED.valid_before, signature = EXCLUDED.signature,
            payload = EXCLUDED.payload, request_id = EXCLUDED.request_id, reason = NULL, payment_id = NULL
          WHERE payments.state IN ('released', 'failed')
            OR (payments.state = 'reserved' AND payments.lease_until < ${now})
          RETURNING 1 AS one`)
      }).pipe(Effect.map((rows) => rows.length === 1)),

    find: (key) =>
      database
        .use(sql`
          SELECT state, request_hash AS "requestHash", signature, lease_until AS "leaseUntil",
            settled_at AS "settledAt", replays, transaction, amount::text AS amount
          FROM payments WHERE ${at(key)}`)
        .pipe(
          Effect.flatMap((rows) => Effect.orDie(decodeEntry(rows))),
          Effect.map((entries) => Option.fromNullable(entries[0]))
        ),

    renew: (key, attempt) =>
      Effect.flatMap(moment, (now) =>
        database.use(sql`
          UPDATE payments SET lease_until = ${later(now, leaseDuration)}
          WHERE ${held(key, attempt, "reserved")} RETURNING 1 AS one`)
      ).pipe(Effect.map((rows) => rows.length === 1)),

    release: (key, attempt) =>
      database.use(sql`
        UPDATE payments SET state = 'released', payment_id = NULL WHERE ${held(key, attempt, "reserved")}`),

    settling: (key, attempt, answer, lease) =>
      Effect.flatMap(moment, (now) =>
        database.use(sql`
          UPDATE payments SET state = 'settling', lease_until = ${later(now, lease)}, response = ${answer.body},
            response_headers = ${JSON.stringify(answer.headers)}, response_hash = ${answer.hash}, replays = 0
          WHERE ${held(key, attempt, "reserved")} RETURNING 1 AS one`)
      ).pipe(Effect.map((rows) => rows.length === 1)),

    settled: (key, attempt, transaction) =>
      Effect.flatMap(moment, (now) =>
        database.use(sql`
          UPDATE payments SET state = 'settled', settled_at = ${now}, transaction = ${transaction}, reason = NULL
          WHERE ${held(key, attempt, "settling")}`)
      ),

    failed: (key, attempt, reason) =>
      database.use(sql`
        UPDATE payments SET state = 'failed', reason = ${reason}, payment_id = NULL,
          response = NULL, response_headers = NULL, response_hash = NULL
        WHERE ${held(key, attempt, "settling")}`),

    unknown: (key, attempt, reason, transaction) =>
      database.use(sql`
        UPDATE payments SET state = 'unknown', reason = ${reason}, transaction = ${transaction ?? null}
        WHERE ${held(key, attempt, "settling")}`),

    replay: (key) =>
      Effect.flatMap(moment, (now) =>
        database.use(sql`
          UPDATE payments SET replays = replays + 1
          WHERE ${at(key)} AND state IN ('settled', 'presumed_settled') AND response IS NOT NULL
            AND replays < ${maxReplays} AND settled_at > ${new Date(now.getTime() - Duration.toMillis(retention))}
          RETURNING response AS body, response_headers AS headers, response_hash AS hash`)
      ).pipe(
        Effect.flatMap((rows) => Effect.orDie(decodeAnswer(rows))),
        Effect.map((answers) => Option.fromNullable(answers[0]))
      )
  })
})

/** The ledger in the process's database. */
export const layer = Layer.effect(Ledger, make)
