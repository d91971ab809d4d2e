/**
 * What a server of tools serves, in words of our own: who uses the package's types need not have the protocol's library.
 */
import type { Json } from "../tools/CompactSchema.ts"
import type { Tool } from "../tools/Tool.ts"

/** The revisions since 2026-07-28, and those before. */
export type Era = "legacy" | "modern"

/** A call of a tool. `meta` is the request's `_meta`, without the keys that the protocol reserves. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Json
  readonly meta: Json
  /** Whether the client takes `resultType: "payment_required"`. */
  readonly takesPaymentRequired: boolean
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal
}

/** What a call comes to. */
export interface ToolResult {
  readonly content: ReadonlyArray<{ readonly type: "text"; readonly text: string }>
  readonly structuredContent?: Json
  readonly isError?: boolean
  readonly _meta?: Json
  /** A demand for payment, for a client that takes it: then there is nothing else. */
  readonly paymentRequired?: object
}

/** What is served. */
export interface Served {
  readonly version: string
  readonly websiteUrl: string
  readonly instructions: string
  readonly tools: (era: Era) => ReadonlyArray<Tool>
  /** `undefined`: there is no tool of that name. */
  readonly call: (call: ToolCall) => Promise<ToolResult | undefined>
}
