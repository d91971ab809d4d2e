/**
 * A labelled pair of a claim and a piece of evidence, as a line of JSON.
 */
import { Schema } from "effect"
import { labels } from "../StanceScore.ts"

const text = Schema.optionalWith(Schema.String, { default: () => "", nullable: true })

const Row = Schema.Struct({
  dataset: Schema.String,
  id: Schema.String,
  claim: Schema.String,
  evidenceTitle: text,
  evidenceText: text,
  label: Schema.Literal(...labels)
})

export const decodeRow = Schema.decodeUnknownSync(Schema.parseJson(Row))
