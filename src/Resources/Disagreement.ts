import * as Schema from "effect/Schema"
import { SourceReference } from "./Evidence.ts"

/** The same-titled subject, described differently by two results or more. */
export const Disagreement = Schema.Struct({
  subject: Schema.String.annotations({ description: "The title, as it first appears" }),
  attribute: Schema.Literal("excerpt").annotations({ description: "What differs" }),
  values: Schema.Array(
    Schema.Struct({
      value: Schema.String.annotations({ description: "What is said" }),
      source: SourceReference.annotations({ description: "Where it is said first" })
    })
  ).annotations({ description: "Each distinct value once, in the order of their code points" })
}).annotations({ title: "Disagreement" })
export type Disagreement = typeof Disagreement.Type

export const Disagreements = Schema.Array(Disagreement).annotations({
  description: "Subjects of the same title that results describe differently"
})
