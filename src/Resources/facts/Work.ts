import * as Schema from "effect/Schema"
import { Count, integer, matching, NonEmptyText } from "../Values.ts"

/** A scholarly work, as an index of literature or a registry of DOIs knows it. */
export const Work = Schema.Struct({
  id: matching(/^(?:openalex|crossref):.+$/).annotations({
    description: "Identifier of the work at the provider that answered, <provider>:<work id>",
    examples: ["openalex:W2068311567"]
  }),
  title: NonEmptyText.annotations({
    description: "Title as plain text; the DOI where no provider knows a title"
  }),
  authors: Schema.Array(Schema.String).annotations({
    description: "Names of the authors in order; a search names the first 100 at most"
  }),
  publicationYear: Schema.NullOr(integer()).annotations({ description: "Year of publication" }),
  doi: Schema.NullOr(Schema.String).annotations({
    description: "DOI in lower case, without a resolver",
    examples: ["10.4081/gh.2014.294"]
  }),
  url: Schema.NullOr(Schema.String).annotations({ description: "Page about the work" }),
  journal: Schema.NullOr(Schema.String).annotations({
    description: "Journal, book, conference or repository in which it appeared"
  }),
  citations: Schema.NullOr(Count).annotations({
    description: "Works known to the provider that cite this one"
  }),
  openAccess: Schema.Boolean.annotations({
    description:
      "Whether a free copy is known to the provider; for crossref, a Creative Commons licence in force"
  }),
  source: Schema.Literal("openalex", "crossref").annotations({
    description: "The provider that answered: openalex, or crossref when openalex could not"
  })
}).annotations({
  title: "Work",
  description: "A scholarly work"
})
export type Work = typeof Work.Type

/** The hits of a search and how many there are in all. */
export const WorkSearch = Schema.Struct({
  results: Schema.Array(Work).annotations({
    description: "The best hits, at most as many as asked for",
    jsonSchema: { maxItems: 50 }
  }),
  meta: Schema.Struct({
    count: Count.annotations({
      description: "All hits of the provider, not only those in results"
    })
  }).annotations({ description: "About the search" })
}).annotations({
  title: "WorkSearch",
  description: "The hits of a search, and how many there are in all"
})
export type WorkSearch = typeof WorkSearch.Type
