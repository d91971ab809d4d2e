import { HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { Work, WorkSearch } from "../Resources/facts/Work.ts"
import { DoiText, searchText } from "./AcademicFields.ts"
import { capability, providerFailures, strict } from "./Capability.ts"
import { envelope } from "./Envelope.ts"
import { wholeNumber, withDefault } from "./Fields.ts"
import { saleFailures } from "./Payment.ts"
import * as Wire from "./Wire.ts"

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

/** Body of `POST /v1/academic/work`. */
export const AcademicWorkRequest = Schema.Struct({
  doi: DoiText.annotations({
    description: "DOI of the work, any case, with or without doi: or https://doi.org/",
    examples: ["10.4081/gh.2014.294"]
  })
}).annotations({ ...strict, title: "Academic work request" })

/** A work as OpenAlex had it in early 2024. */
const climateRegions = {
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

const meta = { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }

const sources =
  "Source: OpenAlex (https://openalex.org), CC0 (https://creativecommons.org/publicdomain/zero/1.0/); when it cannot " +
  "answer, Crossref (https://www.crossref.org), whose facts are free of rights"

/** `POST /v1/academic/search` */
export const academicSearch = capability("search", "/v1/academic/search", {
  id: "academic.search",
  name: "Academic search",
  description: `Scholarly works by words, best hits first, and the number of all hits. ${sources}: source tells which.`,
  category: "academic",
  price: "0.01",
  provider: { kind: "provider", slugs: ["openalex", "crossref"] },
  example: {
    request: { query: "machine learning public health", limit: 1 },
    response: { data: { results: [climateRegions], meta: { count: 49 } }, meta }
  }
})
  .setPayload(AcademicSearchRequest)
  .addSuccess(envelope(WorkSearch, {}))
  .addError(providerFailures)

/** `POST /v1/academic/work` */
export const academicWork = capability("work", "/v1/academic/work", {
  id: "academic.work",
  name: "Academic work",
  description: `A scholarly work by its DOI; 404, uncharged, when there is none. ${sources} or does not know the DOI.`,
  category: "academic",
  price: "0.005",
  provider: { kind: "provider", slugs: ["openalex", "crossref"] },
  example: {
    request: { doi: "10.4081/gh.2014.294" },
    response: { data: climateRegions, meta }
  }
})
  .setPayload(AcademicWorkRequest)
  .addSuccess(envelope(Work, {}))
  // A throttled look-up is unavailable: the contract has no 429 here.
  .addError(Schema.Union(Wire.WorkNotFound, Wire.Unavailable, Wire.BadResponse, Wire.TimedOut))

export class Academic extends HttpApiGroup.make("academic")
  .add(academicSearch)
  .add(academicWork)
  .addError(saleFailures) {}
