/**
 * The ledger's statements. Each operation is one; times are the process's own, so that a test can set them.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import { Database } from "../Storage/Database.ts"
import { Entry, Ledger, leaseDuration, maxReplays, type PaymentKey, retention } from "./Ledger.ts"

const Stored = Schema.Struct({
  body: Schema.Uint8ArrayFromSelf,
  headers: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })),
  hash: Schema.String
})

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

  const decodeEntry = Schema.decodeUnknown(Schema.Array(Entry))
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
