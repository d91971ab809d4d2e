import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { text, wholeNumber, withDefault } from "../../Api/Fields.ts"
import { WorkSearch } from "../../Resources/facts/Work.ts"
import { isSearchable } from "../../Text/SearchTerms.ts"

/** Text of a length, with a word in it that a search engine can look for. */
const searchText = (min: number, max: number) =>
  text(min, max).pipe(
    Schema.filter((query) => isSearchable(query), {
      message: () => "must have a word to search for",
      jsonSchema: {}
    }),
    // Descriptions of a filter behind a transformation do not reach the JSON Schema.
    Schema.compose(Schema.String)
  )

/** Body of `POST /v1/academic/search`. */
export const AcademicSearchRequest = Schema.Struct({
  query: searchText(1, 500).annotations({
    description: "What the works are about, as words; at least one of them searchable",
    examples: ["machine learning public health"]
  }),
  limit: withDefault(
    wholeNumber(1, 50).annotations({ description: "Works in results at most, 10 when left out" }),
    () => 10
  )
}).annotations({ ...strict, title: "Academic search request" })

/** A work as OpenAlex had it in early 2024. */
export const climateRegions = {
  id: "openalex:W2068311567",
  title:
    "Redefining climate regions in the United States of America using satellite remote sensing and machine learning " +
    "for public health applications",
  authors: ["Alexander Liss", "Magaly Koch", "Elena N. Naumova"],
  publicationYear: 2014,
  doi: "10.4081/gh.2014.294",
  url: "https://doi.org/10.4081/gh.2014.294",
  journal: "Geospatial Health",
  citations: 8,
  openAccess: true,
  source: "openalex"
}

export const meta = { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }

/** Whose data it is, for the descriptions of both academic capabilities. `whenNot`: when OpenAlex is not the source. */
export const sources = (whenNot: string) =>
  "Source: OpenAlex (https://openalex.org), CC0 (https://creativecommons.org/publicdomain/zero/1.0/); when it " +
  `${whenNot}, Crossref (https://www.crossref.org), whose facts are free of rights`

/** `POST /v1/academic/search` */
export const academicSearch = capability("search", "/v1/academic/search", {
  id: "academic.search",
  name: "Academic search",
  description: `Scholarly works by words, best hits first, and the number of all hits. ${sources("cannot answer")}: source tells which.`,
  category: "academic",
  price: "0.01",
  provider: { kind: "provider", slugs: ["openalex", "crossref"] },
  charges: { never: ["refused"] },
  example: {
    request: { query: "machine learning public health", limit: 1 },
    response: { data: { results: [climateRegions], meta: { count: 49 } }, meta }
  }
})
  .setPayload(AcademicSearchRequest)
  .addSuccess(envelope(WorkSearch, {}))
  .addError(providerFailures)
