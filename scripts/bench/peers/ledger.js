/**
 * The ledger statements of a sale, as Almanac's `SqlReserve` and `SqlSettle` have them: the reservation with
 * the limits of its payer, the answer, the settlement. Prepared once for each connection.
 */
import pg from "pg"

const reserve = {
  name: "reserve",
  text: `
    WITH standing AS (
      SELECT memory.*, (
        SELECT COALESCE(SUM(open.amount), 0) FROM payments AS open
        WHERE open.payer = $3 AND open.state IN ('reserved', 'settling', 'unknown')
          AND open.valid_before > EXTRACT(EPOCH FROM $14::timestamptz) AND open.nonce <> $4
      ) AS exposure
      FROM (VALUES (1)) AS present (one) LEFT JOIN payers AS memory ON memory.payer = $3
    ), verdict AS (
      SELECT CASE
        WHEN refused_until > $14::timestamptz THEN 'distrusted'
        WHEN uncharged >= 20 AND uncharged_since > $14::timestamptz - INTERVAL '10 minutes' THEN 'throttled'
        WHEN short_until > $14::timestamptz AND short_amount <= $9::numeric THEN 'short'
        WHEN exposure > 0 AND exposure + $9::numeric > 2000000 THEN 'exposed'
        END AS rejection
      FROM standing
    ), reservation AS (
      INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, capability,
        amount, pay_to, valid_before, signature, request_id, created_at)
      SELECT $1, $2, $3, $4, $5, 'reserved', $6::timestamptz, $7, $8, $9::numeric, $10, $11::numeric, $12, $13,
        $14::timestamptz
      FROM verdict WHERE rejection IS NULL
      ON CONFLICT (network, asset, payer, nonce) DO UPDATE SET
        attempt = EXCLUDED.attempt, state = 'reserved', lease_until = EXCLUDED.lease_until,
        request_hash = EXCLUDED.request_hash, request_id = EXCLUDED.request_id
      WHERE payments.state IN ('released', 'failed')
        OR (payments.state = 'reserved' AND payments.lease_until < $14::timestamptz)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM reservation) AS reserved, rejection
    FROM verdict, set_config('synchronous_commit', 'off', true) AS soon`
}

const payment = "network = $1 AND asset = $2 AND payer = $3 AND nonce = $4"

const release = {
  name: "release",
  text: `UPDATE payments SET state = 'released', payment_id = NULL
    WHERE ${payment} AND attempt = $5 AND state = 'reserved'`
}

const settling = {
  name: "settling",
  text: `
    WITH answered AS (
      UPDATE payments SET state = 'settling', lease_until = $6, answered_at = $7, response_hash = $10, replays = 0
      WHERE ${payment} AND attempt = $5 AND state = 'reserved'
      RETURNING network, asset, payer, nonce, answered_at
    )
    INSERT INTO answers (network, asset, payer, nonce, stored_at, body, headers, payload)
    SELECT network, asset, payer, nonce, answered_at, $8::bytea, $9::text, $11::text FROM answered RETURNING 1`
}

const settled = {
  name: "settled",
  text: `UPDATE payments SET state = 'settled', settled_at = $5, transaction = $6, reason = NULL
    WHERE ${payment} AND state IN ('settling', 'unknown') RETURNING 1`
}

const lease = (now) => new Date(now.getTime() + 15_000)

/** The ledger in a schema of a database. `key` is network, asset, payer and nonce, in lower case. */
export const ledger = (connectionString, schema) => {
  const pool = new pg.Pool({ connectionString, max: 10, options: `-c search_path=${schema}` })
  return {
    reserve: async (key, attempt, now, { hash, capability, terms, authorization, signature, id }) => {
      const sale = [hash, capability, terms.amount, terms.payTo.toLowerCase()]
      const proof = [authorization.validBefore, signature, id, now]
      const { rows } = await pool.query(reserve, [...key, attempt, lease(now), ...sale, ...proof])
      return rows[0].reserved
    },
    release: (key, attempt) => pool.query(release, [...key, attempt]),
    settling: (key, attempt, now, body, hash, payload) =>
      pool.query(settling, [...key, attempt, lease(now), now, body, "{}", hash, JSON.stringify(payload)]),
    settled: (key, transaction) => pool.query(settled, [...key, new Date(), transaction])
  }
}
