import * as Effect from "effect/Effect"
import * as JSONSchema from "effect/JSONSchema"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { capability, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { text, wholeNumber, withDefault } from "../../Api/Fields.ts"
import { ignored } from "../../Api/PlaceFields.ts"
import { licences, Sources } from "../../Api/SourceFields.ts"
import { ResearchReport, SourceName } from "../../Resources/Research.ts"
import { CensusRequest } from "../GovernmentCensus/contract.ts"
import { researchExample } from "./example.ts"

const common = {
  query: text(3, 500).annotations({
    description: "A question or a subject, in English",
    examples: ["machine learning public health"]
  }),
  sources: Sources,
  limit: withDefault(
    wholeNumber(1, 10).annotations({
      description: "Results of each source that is searched, 5 when left out"
    }),
    () => 5
  )
}

const WithTable = Schema.Struct({
  ...common,
  government: CensusRequest.annotations({
    description: "What the census is asked, for the source government",
    message: () => "must be an object with dataset, year, variables and forGeography"
  })
}).annotations({ ...strict, title: "Research request" })

const WithoutTable = Schema.Struct({
  ...common,
  government: ignored("Used with the source government only")
}).annotations(strict)

const EitherForm = Schema.Union(WithTable, WithoutTable)

const asksGovernment = (body: { readonly [field: string]: unknown }): boolean =>
  Array.isArray(body["sources"]) && body["sources"].includes("government")

/** `null` is as good as absent. */
const withoutNull = ({ government, ...rest }: { readonly [field: string]: unknown }) =>
  government === null || government === undefined ? rest : { ...rest, government }

const { $schema: _, ...shown } = JSONSchema.make(WithTable, { target: "jsonSchema2020-12" })

const Body = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const withTable = ParseResult.decodeUnknown(WithTable)
const withoutTable = ParseResult.decodeUnknown(WithoutTable)

/**
 * Body of `POST /v1/research`. Which form it has depends on the sources: `government` is required with the source of
 * that name, and ignored, whatever it holds, without.
 */
export const ResearchRequest = Schema.transformOrFail(Body, Schema.typeSchema(EitherForm), {
  strict: true,
  decode: (body, options) =>
    asksGovernment(body) ? withTable(withoutNull(body), options) : withoutTable(body, options),
  encode: (request) => Effect.map(ParseResult.encode(EitherForm)(request), (body) => ({ ...body }))
}).annotations({
  ...strict,
  title: "Research request",
  // Of a transformation the library would show the first half only.
  jsonSchema: { ...shown, required: ["query"] }
})
export type ResearchRequest = typeof ResearchRequest.Type

const Meta = {
  sourcesUsed: Schema.Array(SourceName).annotations({
    description: "The sources that answered, with results or without"
  }),
  price: Schema.NullOr(
    Schema.Struct({
      amount: Schema.String.annotations({ description: "Decimal USDC", examples: ["0.05"] }),
      currency: Schema.String.annotations({ description: "The token", examples: ["USDC"] })
    })
  ).annotations({ description: "What was charged; null when nothing was" })
}

/** `POST /v1/research` */
export const research = capability("research", "/v1/research", {
  id: "research",
  name: "Research",
  description: `Works, news, entities and, if asked, a census table on a question: each source's outcome, findings with pages, disagreements. Nothing is generated. ${licences}; US Census Bureau, no endorsement (https://www.census.gov/data/developers/about/terms-of-service.html).`,
  category: "research",
  price: "0.05",
  provider: { kind: "composite" },
  example: researchExample
})
  .setPayload(ResearchRequest)
  .addSuccess(envelope(ResearchReport, Meta))
