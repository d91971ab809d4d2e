/**
 * Where a purchase is cut by `kill -9`: every step of it, before and after what it leaves behind.
 */
import type { ProviderFault, SettleFault } from "../world/Faults.ts"
import type { Station } from "../world/World.ts"

/** A point of a purchase. */
export interface KillPoint {
  readonly name: string
  /** What brings the purchase there. */
  readonly settle?: ReadonlyArray<SettleFault>
  readonly provider?: ReadonlyArray<ProviderFault>
  /** The process is killed when the call comes by here for the `turn`th time, while nobody answers it. */
  readonly station?: Station
  readonly turn?: number
  /** It is answered first, and the process killed at once. */
  readonly isAnswered?: boolean
  /**
   * In place of that: while a statement like this one is carried out, which ends after the process. The server shows
   * no more than the first kilobyte of it.
   */
  readonly statement?: string
  /**
   * There the way to the database is cut, and the process is killed once its buyer has an answer: before it can give the
   * payment back.
   */
  readonly isCut?: boolean
  /** When the ledger shows this. */
  readonly row?: string
  /** When the buyer has his answer. */
  readonly told?: boolean
  /** Equal calls at once. */
  readonly callers?: number
  /**
   * The process is not killed but stands still (SIGSTOP) until another has taken the payment over; then it goes on where
   * it was.
   */
  readonly isHalted?: boolean
  /**
   * Only a node ends it: the window is over when the next process asks, and then the facilitator says no more than that.
   * Without a node such a payment stays unknown.
   */
  readonly needsNode?: boolean
}

/** Where a process is killed, in the order of a purchase. */
const killed: ReadonlyArray<KillPoint> = [
  { name: "the call is sent" },
  { name: "the reservation is being written", statement: "%FROM almanac_reserve_payment(%" },
  { name: "the facilitator is asked to verify", station: "verify" },
  { name: "the facilitator has verified", station: "verify", isAnswered: true },
  { name: "the provider is asked", station: "provider" },
  { name: "the provider has answered", station: "provider", isAnswered: true },
  { name: "the provider has failed", provider: ["status 500", "status 500"], told: true },
  {
    name: "the reservation is being given back",
    provider: ["garbage"],
    station: "provider",
    statement: "%SET state = 'released'%"
  },
  { name: "the answer is being stored", station: "provider", statement: "%SET state = 'settling'%" },
  {
    name: "the database is cut before the answer is stored, the buyer is told to wait",
    station: "provider",
    isCut: true
  },
  {
    name: "the database is cut while the answer is being stored, the buyer is told to wait",
    station: "provider",
    statement: "%SET state = 'settling'%",
    isCut: true
  },
  { name: "the answer is stored", row: "settling", settle: ["slow"] },
  { name: "the facilitator is asked to settle, and does", station: "settle" },
  {
    name: "the facilitator is asked to settle, and does not",
    station: "settle",
    settle: ["not moved, reset"]
  },
  { name: "the money has moved", station: "settle, moved" },
  { name: "three callers wait, the money has moved", station: "settle, moved", callers: 3 },
  { name: "the facilitator has settled", station: "settle, moved", isAnswered: true },
  {
    name: "the settlement is being recorded",
    station: "settle, moved",
    statement: "%SET state = 'settled'%"
  },
  { name: "the settlement is recorded", row: "settled" },
  { name: "the buyer has the answer", told: true },
  {
    name: "the facilitator is asked again",
    settle: ["moved, reset"],
    station: "settle",
    turn: 2
  },
  {
    name: "the doubt is being recorded",
    settle: ["moved, reset", "not moved, status 500"],
    station: "settle",
    turn: 2,
    statement: "%SET state = 'unknown'%"
  },
  {
    name: "the buyer is told to wait, the money has moved",
    settle: ["moved, reset", "not moved, reset"],
    told: true
  },
  {
    name: "the buyer is told to wait, nothing has moved",
    settle: ["not moved, reset", "not moved, reset"],
    told: true
  },
  {
    name: "the buyer is told to wait for a pending transfer",
    settle: ["pending, lands"],
    told: true,
    needsNode: true
  },
  {
    name: "the reconciler asks the facilitator",
    settle: ["not moved, reset", "not moved, reset"],
    station: "settle",
    turn: 3
  },
  {
    name: "the failure is being recorded",
    settle: ["refused: balance"],
    station: "settle",
    statement: "%SET state = 'failed'%"
  },
  { name: "the buyer is told of the failure", settle: ["refused: balance"], told: true }
]

/** Where a process stands still for longer than its lease. */
const halted: ReadonlyArray<KillPoint> = [
  { name: "halted: the facilitator is asked to verify", station: "verify", isHalted: true },
  { name: "halted: the provider is asked", station: "provider", isHalted: true },
  {
    name: "halted: the answer is being stored",
    station: "provider",
    statement: "%SET state = 'settling'%",
    isHalted: true
  },
  { name: "halted: the facilitator is asked to settle, and does", station: "settle", isHalted: true },
  { name: "halted: the money has moved", station: "settle, moved", isHalted: true }
]

/** All of them. */
export const killPoints: ReadonlyArray<KillPoint> = [...killed, ...halted]
