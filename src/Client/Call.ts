/**
 * A call as the caller writes it: by the capability's id, as a method of its group, or as a tool.
 */
import type { Capability, CapabilityId } from "./Capability.ts"
import type { Receipt } from "./Delivery.ts"
import type { Charged } from "./Errors.ts"
import { listed } from "./generated/listed.ts"
import type { Calls, Groups } from "./generated/types.ts"
import type { Wait } from "./Options.ts"
import type { Pending } from "./Run.ts"

export type Input<Id extends CapabilityId> = Calls[Id]["request"]

export interface CallOptions {
  /** The name of the purchase: under the same one, it is made once. A new one by default. */
  readonly key?: string | undefined
  /** The most that is paid, decimal USDC. The listed price by default. */
  readonly maxPrice?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly maxWait?: Wait | undefined
  /** Told each time that the call waits before it asks again. */
  readonly onPending?: ((pending: Pending) => void) | undefined
}

export interface Answer<Id extends CapabilityId = CapabilityId> {
  readonly data: Calls[Id]["answer"]["data"]
  readonly meta: Calls[Id]["answer"]["meta"]
  /** `"unknown"`: the answer had no receipt, and the payment's status could not be told; the purchase stays open. */
  readonly charged: Charged
  /** Absent when nothing was charged, or when somebody between has dropped its header. */
  readonly receipt?: Receipt
  readonly key: string
  /** The payment's, for `payment`. */
  readonly nonce: string
  /** The body as it came. */
  readonly text: string
}

export type Call = <Id extends CapabilityId>(
  id: Id,
  input: Input<Id>,
  options?: CallOptions
) => Promise<Answer<Id>>

type Method<Id extends CapabilityId> = (input: Input<Id>, options?: CallOptions) => Promise<Answer<Id>>

/** A method for each capability: `fx.rates(...)`, `weather(...)`. */
export type Methods = {
  readonly [Group in keyof Groups]: Groups[Group] extends CapabilityId
    ? Method<Groups[Group]>
    : {
        readonly [Name in keyof Groups[Group]]: Groups[Group][Name] extends CapabilityId
          ? Method<Groups[Group][Name]>
          : never
      }
}

/** The names of the options of a call. */
export const callNames = [
  "key",
  "maxPrice",
  "signal",
  "maxWait",
  "onPending"
] as const satisfies ReadonlyArray<keyof CallOptions>

export const methodsOf = (call: Call): Methods => {
  const groups: Record<string, unknown> = {}
  for (const { id } of listed) {
    const [group = id, method = id] = id.split(".")
    const buy: Method<typeof id> = (input, options) => call(id, input, options)
    groups[group] = group === id ? buy : Object.assign(groups[group] ?? {}, { [method]: buy })
  }
  return Object.assign(Object.create(null), groups)
}

/** A capability as frameworks of agents take it. */
export interface Tool {
  /** The capability's id with `_` for `.`: `fx_rates`. */
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly inputSchema: Capability["inputSchema"]
  /** Buys; the answer is `{ data, meta }`. */
  readonly execute: (input: unknown, options?: CallOptions) => Promise<Pick<Answer, "data" | "meta">>
}
