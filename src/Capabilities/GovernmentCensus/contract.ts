import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { list, wholeNumber } from "../../Api/Fields.ts"
import { CensusTable } from "../../Resources/facts/CensusTable.ts"
import { Dataset, GeographyClause, VariableCode } from "./fields.ts"

/** Body of `POST /v1/government/census`, and the `government` option of research. */
export const CensusRequest = Schema.Struct({
  dataset: Dataset.annotations({
    description:
      "acs/acs1: estimates of one year, for areas of 65,000 people and more; acs/acs5: of five years, for all areas",
    examples: ["acs/acs1"]
  }),
  year: wholeNumber(2009, 2035).annotations({
    description: "Year of the estimates, the last of the five for acs/acs5; 2020 has none for acs/acs1",
    examples: [2019]
  }),
  variables: list(VariableCode, 1, 10).annotations({
    description: "Codes of the variables; NAME is the name of the area",
    examples: [["NAME", "B01001_001E"]]
  }),
  forGeography: GeographyClause.annotations({
    description:
      "One clause of geography: a level and * or codes, such as state:*, state:06,36, county:* or us:1; levels " +
      "that need a larger one around them, such as tract, are not supported",
    examples: ["state:01,02,04"]
  })
}).annotations({ ...strict, title: "Government census request" })

/** What `meta.source` says. */
export const source = "US Census Bureau, American Community Survey"

/** Rows of the recorded table for all states. */
const example = {
  request: {
    dataset: "acs/acs1",
    year: 2019,
    variables: ["NAME", "B01001_001E"],
    forGeography: "state:01,02,04"
  },
  response: {
    data: {
      dataset: "acs/acs1",
      year: 2019,
      columns: ["NAME", "B01001_001E", "state"],
      rows: [
        { NAME: "Alabama", B01001_001E: "4903185", state: "01" },
        { NAME: "Alaska", B01001_001E: "731158", state: "02" },
        { NAME: "Arizona", B01001_001E: "7278717", state: "04" }
      ]
    },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b", source }
  }
}

/** `POST /v1/government/census` */
export const census = capability("census", "/v1/government/census", {
  id: "government.census",
  name: "US census statistics",
  description:
    "Estimates of the American Community Survey by state, county and other areas of the United States, as " +
    "published: all values are texts. Up to 10 variables, one clause of geography. This product uses the Census " +
    "Bureau Data API but is not endorsed or certified by the Census Bureau. Public domain; terms: " +
    "https://www.census.gov/data/developers/about/terms-of-service.html",
  category: "government",
  price: "0.01",
  provider: { kind: "provider", slugs: ["us-census"] },
  example
})
  .setPayload(CensusRequest)
  .addSuccess(
    envelope(CensusTable, {
      source: Schema.String.annotations({ description: "Who publishes the data", examples: [source] })
    })
  )
  .addError(providerFailures)
