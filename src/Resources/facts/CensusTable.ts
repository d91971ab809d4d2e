import * as Schema from "effect/Schema"
import { Texts } from "../Dictionary.ts"
import { integer } from "../Values.ts"

/** The datasets that can be asked for: the American Community Survey, estimates of one year and of five. */
export const CensusDataset = Schema.Literal("acs/acs1", "acs/acs5")
export type CensusDataset = typeof CensusDataset.Type

/** A table of the American Community Survey. */
export const CensusTable = Schema.Struct({
  dataset: CensusDataset.annotations({ description: "Dataset that was asked for", examples: ["acs/acs1"] }),
  year: integer().annotations({
    description: "Year of the estimates; the last of the five for acs/acs5",
    examples: [2019]
  }),
  columns: Schema.Array(Schema.String).annotations({
    description:
      "Names of the columns: the variables in the order asked for, then the levels of the geography",
    examples: [["NAME", "B01001_001E", "state"]]
  }),
  rows: Schema.Array(Texts).annotations({
    description:
      "A row for each area, values by column name. All values are texts as the Census Bureau publishes them, " +
      "in the variable's own unit; a missing value is an empty text, and codes such as -666666666 mean that there " +
      "is no estimate",
    examples: [[{ NAME: "Alabama", B01001_001E: "4903185", state: "01" }]]
  })
}).annotations({
  title: "CensusTable",
  description: "A table of the American Community Survey"
})
export type CensusTable = typeof CensusTable.Type
