import * as Schema from "effect/Schema"
import { Disagreements } from "./Disagreement.ts"
import { EvidenceProvider, SourceReference } from "./Evidence.ts"

/** What the sources say of several subjects, attribute by attribute. */
export const Comparison = Schema.Struct({
  query: Schema.String.annotations({ description: "The query as asked, trimmed" }),
  subjects: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotations({ description: "A title that was found, as it first appears" }),
      sources: Schema.Array(EvidenceProvider).annotations({
        description: "The capabilities that found it, in the order of appearance"
      })
    })
  ).annotations({ description: "What is compared, in the order of appearance" }),
  attributes: Schema.Array(
    Schema.Struct({
      subject: Schema.String.annotations({ description: "The name of one of the subjects" }),
      key: Schema.String.annotations({
        description: "excerpt, or a field of the source's data",
        examples: ["excerpt"]
      }),
      value: Schema.String.annotations({ description: "As text; lists joined with a semicolon" }),
      provider: EvidenceProvider.annotations({ description: "The capability that gave it" })
    })
  ).annotations({ description: "Values that the sources gave; what is not there was not given" }),
  sources: Schema.Array(SourceReference).annotations({ description: "Where they were found, each once" }),
  disagreements: Disagreements
}).annotations({
  title: "Comparison",
  description: "What the sources say of several subjects, attribute by attribute"
})
export type Comparison = typeof Comparison.Type
