/**
 * What the ledger shows of the payment of a kill.
 */
import { Schema } from "effect"
import type { World } from "../world/World.ts"

const States = Schema.Array(Schema.Struct({ state: Schema.String }))
const decode = Schema.decodeUnknownPromise(States)

/** The states of the payments with a nonce. */
export const states = async (world: World, nonce: string) =>
  (await decode(await world.run(world.query("SELECT state FROM payments WHERE nonce = $1", [nonce])))).map(
    ({ state }) => state
  )

const Leases = Schema.Array(Schema.Struct({ left: Schema.Number }))
const decodeLeases = Schema.decodeUnknownPromise(Leases)

/** Milliseconds until the lease of a payment that is open ends; nothing for others. */
export const leaseLeft = async (world: World, nonce: string) => {
  const rows = await world.run(
    world.query(
      `SELECT (EXTRACT(EPOCH FROM lease_until) * 1000)::float AS left FROM payments
        WHERE nonce = $1 AND state IN ('reserved', 'settling', 'unknown')`,
      [nonce]
    )
  )
  const [row] = await decodeLeases(rows)
  return row === undefined ? 0 : Math.max(0, row.left - world.clock.now())
}

/** Whether nothing of a payment is open. */
export const isDecided = async (world: World, nonce: string) =>
  (await states(world, nonce)).every((state) => !["reserved", "settling", "unknown"].includes(state))
