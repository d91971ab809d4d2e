import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { capability, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import * as Wire from "../../Api/Wire.ts"
import * as Doi from "../../Resources/Doi.ts"
import { Work } from "../../Resources/facts/Work.ts"
import { climateRegions, meta, sources } from "../AcademicSearch/contract.ts"

/** The longest DOIs in use have some 200 characters. */
const maxDoiLength = 512

/** A DOI, bare or after `doi:` or a resolver's address, any case; bare and in lower case once decoded. */
const DoiText = (() => {
  const rule = "must be a DOI such as 10.1371/journal.pone.0033693"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((value) => value.length <= maxDoiLength && Option.isSome(Doi.parse(value)), {
      message: () => rule,
      jsonSchema: { pattern: "10\\.[0-9]{4,9}[0-9.]*(/|%2[Ff])\\S", maxLength: maxDoiLength }
    }),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (value) => Option.getOrElse(Doi.parse(value), () => value),
      encode: (doi) => doi
    })
  )
})()

/** Body of `POST /v1/academic/work`. */
export const AcademicWorkRequest = Schema.Struct({
  doi: DoiText.annotations({
    description: "DOI of the work, any case, with or without doi: or https://doi.org/",
    examples: ["10.4081/gh.2014.294"]
  })
}).annotations({ ...strict, title: "Academic work request" })

/** `POST /v1/academic/work` */
export const academicWork = capability("work", "/v1/academic/work", {
  id: "academic.work",
  name: "Academic work",
  description: `A scholarly work by its DOI; 404, uncharged, when there is none. ${sources("cannot answer or does not know the DOI")}.`,
  category: "academic",
  price: "0.005",
  provider: { kind: "provider", slugs: ["openalex", "crossref"] },
  // Nothing found is a 404, and a throttled look-up is unavailable.
  charges: { also: ["unknown"], never: ["empty", "refused", "throttled"] },
  example: {
    request: { doi: "10.4081/gh.2014.294" },
    response: { data: climateRegions, meta }
  }
})
  .setPayload(AcademicWorkRequest)
  .addSuccess(envelope(Work, {}))
  // A throttled look-up is unavailable: the contract has no 429 here.
  .addError(Schema.Union(Wire.WorkNotFound, Wire.Unavailable, Wire.BadResponse, Wire.TimedOut))
