/**
 * The tools of the capabilities, in the order of the Api.
 */
import type { Json } from "./CompactSchema.ts"
import * as CompactSchema from "./CompactSchema.ts"
import { toolName } from "./Names.ts"

/** A tool as `tools/list` shows it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Json
  readonly outputSchema?: Json
  readonly annotations: Annotations
  readonly _meta?: Json
}

/** What a call of the tool does to the world, by which hosts decide whether they ask the person first. */
export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** A capability as far as its tool is made of it. */
export interface Sold {
  readonly facts: { readonly id: string; readonly name: string; readonly description: string }
  readonly requestSchema: Json
  readonly responseSchema: Json
  /** Decimal USDC a call. */
  readonly price: string
}

/** What the door of the tools adds. */
export interface Door {
  /** Whether a call spends money by itself: then it is no reading. */
  readonly spends: boolean
  /** What happens when the same call comes again, as a sentence. */
  readonly repetition: string
  /** How an answer's schema is published at this door. */
  readonly outputOf: (schema: Json) => Json
  readonly metaOf?: (sold: Sold) => Json
}

/** Reads, as far as the caller is concerned, and may be repeated. */
export const reading: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true
}

/** Names stay, their links go: `/v1/capabilities` and the answers have them, and a model reads none. */
const withoutLinks = (text: string) => text.replaceAll(/ \(https:[^)]*\)/g, "")

/** The tool of a capability. */
export const make =
  ({ metaOf, outputOf, repetition, spends }: Door) =>
  (sold: Sold): Tool => {
    const { description, id, name } = sold.facts
    return {
      name: toolName(id),
      title: name,
      description: `${withoutLinks(description)} Costs ${sold.price} USDC a call; a call that fails is not charged. ${repetition}`,
      inputSchema: CompactSchema.input(sold.requestSchema),
      outputSchema: outputOf(CompactSchema.output(sold.responseSchema)),
      annotations: { ...reading, readOnlyHint: !spends },
      ...(metaOf === undefined ? {} : { _meta: metaOf(sold) })
    }
  }
