/**
 * The building blocks of the composites' requests.
 */
import * as Schema from "effect/Schema"
import { list, wholeNumber, withDefault } from "./Fields.ts"

/** One of the names. */
const oneOf = <const Names extends ReadonlyArray<string>>(...names: Names) =>
  Schema.Literal(...names).annotations({
    // Without `override`, each of the alternatives would be told with a message of its own.
    message: () => ({ message: `must be ${names.join(", ").replace(/, (\w+)$/, " or $1")}`, override: true })
  })

const evidenceSources = ["academic", "news", "knowledge"] as const

/** The sources of evidence, all three when left out. */
export const SourceTypes = withDefault(
  list(oneOf(...evidenceSources), 1, 3).annotations({
    description: "What is asked; a source that is named twice is asked once",
    examples: [["academic", "news"]]
  }),
  () => [...evidenceSources]
)

/** The sources of research, all but government when left out. */
export const Sources = withDefault(
  list(oneOf(...evidenceSources, "government"), 1, 4).annotations({
    description:
      "What is asked; government needs the field government; a source that is named twice is asked once",
    examples: [["academic", "news"]]
  }),
  () => [...evidenceSources]
)

/** Results of each source in an evidence pack or a comparison. */
export const limitOfEach = withDefault(
  wholeNumber(1, 10).annotations({ description: "Results of each source, 5 when left out" }),
  () => 5
)

/** Whose data the composites give and by which terms, for their descriptions. */
export const licences =
  "Data: OpenAlex (https://openalex.org) and Wikidata (https://www.wikidata.org/), CC0 " +
  "(https://creativecommons.org/publicdomain/zero/1.0/); Crossref (https://www.crossref.org); The GDELT Project " +
  "(https://www.gdeltproject.org/about.html#termsofuse)"
