/**
 * The client of Almanac, for Node and browsers. It needs no package but a wallet's.
 */
export type { Almanac, JournalledPurchase } from "./Almanac.ts"
export type { Answer, Call, CallOptions, Input, Methods, Tool } from "./Call.ts"
export type { Capability, CapabilityId } from "./Capability.ts"
export type { Receipt } from "./Delivery.ts"
export {
  AlmanacError,
  BudgetExceeded,
  type Charged,
  type Code,
  ConnectionLost,
  JournalUnusable,
  type Limit,
  NotOffered,
  type Refusal,
  type ServiceCode
} from "./Errors.ts"
export type * from "./generated/types.ts"
export type { Change, Entry, Journal, Owner, Purchase, Purchases, State } from "./journal/Journal.ts"
export { memoryJournal } from "./journal/MemoryJournal.ts"
export { fileJournal } from "./journal/OnDemand.ts"
export type { Budget, Options, Wait } from "./Options.ts"
export type { Pending } from "./Run.ts"
export type { Signer, TypedData } from "./Signer.ts"
export type { Spent } from "./Spent.ts"

import { type Almanac, make } from "./Almanac.ts"
import type { Options } from "./Options.ts"

/**
 * A client.
 *
 * @throws TypeError for options that cannot be meant: unknown names, numbers for amounts, another network.
 */
export const almanac = (options: Options): Almanac => make(options)
