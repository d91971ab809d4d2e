/**
 * Waits, with the clock in hand, until every payment of a history has come to its end.
 */
import { Effect, Schema } from "effect"
import * as Service from "../service/Service.ts"
import * as DatabaseWay from "../world/DatabaseWay.ts"
import { type History, heal } from "./History.ts"
import * as Pump from "./Pump.ts"

const Open = Schema.Struct({
  state: Schema.String,
  reason: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  leaseUntil: Schema.Number,
  /** Unix seconds. */
  validBefore: Schema.Number
})
const decode = Schema.decodeUnknownPromise(Schema.Array(Open))

const columns = `state, reason, (EXTRACT(EPOCH FROM lease_until) * 1000)::float AS "leaseUntil", valid_before::float AS "validBefore"`

/** Milliseconds between two rounds of the reconciler, and a little. */
const round = 5_100

/** Looks of the reconciler at most. */
const mostLooks = 60

/** Looks after the end of its window by which a payment is decided, if it can be without a node. */
const looksAfterEnd = 5

/** Milliseconds of real time without a happening after which the reconciler is believed to have looked. */
const usual = 4

/** The same where it searches days of the chain's log: a jump of the clock in the middle of that is a time-out. */
const patient = 40

/** The most that is waited where the node's answers come too late: the machine is slow, not the chain away. */
const mostPatient = 640

/** Seconds after a window's end from which nobody doubts that it is over. */
const endMargin = 40

/** Puts the clock forward until nothing is open, or all that is open cannot be decided. */
const drive = async (
  { client, world, wallets }: History,
  firstPause: number
): Promise<"ended" | "undecided" | "endless"> => {
  const payers = [...wallets, client.wallet].map(({ address }) => address.toLowerCase())
  let patience = looksAfterEnd
  let pause = firstPause
  for (let look = 0; look < mostLooks; look += 1) {
    await Pump.calm(world, pause)
    const open = await decode(
      await world.run(
        world.query(
          `SELECT ${columns} FROM payments
            WHERE payer = ANY($1) AND state IN ('reserved', 'settling', 'unknown')`,
          [payers]
        )
      )
    )
    if (open.length === 0) return "ended"
    const now = world.clock.now()
    const isOver = open.every(
      ({ state, validBefore }) => state === "unknown" && validBefore + endMargin < now / 1000
    )
    // A look that came to no answer is none: the next one has more time.
    const isUnseen = open.some(({ reason }) => reason === "chain_unavailable")
    if (isUnseen) pause = Math.min(mostPatient, pause * 2)
    if (!world.hasNode && isOver && !isUnseen) {
      if (patience === 0) return "undecided"
      patience -= 1
    }
    const due = Math.min(...open.map(({ leaseUntil }) => leaseUntil))
    await Pump.pass(world, Math.max(0, due - now) + round)
  }
  return "endless"
}

/**
 * Brings everything to its end. What cannot be decided without a node is, once an operator names one. `false`: it does
 * not end.
 */
export const quiesce = async (history: History): Promise<boolean> => {
  const { world } = history
  await heal(history)
  const first = await drive(history, usual)
  if (first !== "undecided") return first === "ended"
  world.tally.add("node", "named afterwards")
  // The replicas without a node would take payments up before it: they are away meanwhile.
  const withNode = Effect.gen(function* () {
    const way = yield* DatabaseWay.make(world.databaseUrl, world.clock.now, () => {
      world.journal().tick()
    })
    const environment = { ...world.environment, DATABASE_URL: way.url, X402_RPC_URL: world.nodeUrl }
    world.way.set("down")
    yield* Service.start(environment, world.clock.clock)
    const end = yield* Effect.promise(() => drive(history, patient))
    world.way.set("up")
    return end
  })
  return (await world.run(Effect.scoped(withNode))) !== "endless"
}
