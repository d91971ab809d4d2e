import * as Schema from "effect/Schema"

/** An article of the news archive. */
export const NewsArticle = Schema.Struct({
  title: Schema.String.annotations({
    description: "Headline in the article's own language",
    examples: ["Customs grants approval to Vizhinjam International Seaport"]
  }),
  url: Schema.String.annotations({ description: "Address of the article" }),
  source: Schema.NullOr(Schema.String).annotations({
    description: "Domain of the publisher, without www.",
    examples: ["thehindu.com"]
  }),
  publishedAt: Schema.NullOr(Schema.String).annotations({
    description:
      "When the archive first saw the article, ISO 8601 in UTC, on a grid of 15 minutes; when it was published is not known",
    examples: ["2024-06-15T17:00:00Z"]
  }),
  language: Schema.NullOr(Schema.String).annotations({
    description: "English name of the article's language",
    examples: ["English"]
  }),
  country: Schema.NullOr(Schema.String).annotations({
    description: "English name of the country of the publisher, not of the event",
    examples: ["India"]
  })
}).annotations({ title: "NewsArticle" })
export type NewsArticle = typeof NewsArticle.Type

/** Articles, the best match first. */
export const NewsArticles = Schema.Struct({
  results: Schema.Array(NewsArticle).annotations({
    description: "Articles, the best match first; empty when nothing matches",
    jsonSchema: { maxItems: 50 }
  })
}).annotations({
  title: "NewsArticles",
  description: "Articles, the best match first"
})
export type NewsArticles = typeof NewsArticles.Type
