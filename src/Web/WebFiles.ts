/**
 * What a build makes for the pages: the files that a browser loads, and the pages of the docs.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Markup } from "./Markup.ts"

/** A file below `/assets/`, whose name has a hash of its content: it never changes. */
export const Asset = Schema.Struct({
  name: Schema.String,
  contentType: Schema.Literal("text/javascript; charset=utf-8", "text/css; charset=utf-8"),
  text: Schema.String
})
export type Asset = typeof Asset.Type

/** The build's own: to look deeper into it would hold up the process. */
const Content = Schema.declare(
  (value): value is Markup => typeof value === "string" || Predicate.hasProperty(value, "children")
)

/** A page of the docs. */
export const DocsPage = Schema.Struct({
  /** `/docs/<name>` */
  name: Schema.String,
  title: Schema.String,
  description: Schema.String,
  content: Schema.Array(Content),
  /** In Markdown. */
  text: Schema.String
})
export type DocsPage = typeof DocsPage.Type

/** All of it, as one JSON file. */
export const WebFiles = Schema.Struct({
  style: Asset,
  /** The modules that pages start: of `/`, and of the page of a capability. */
  scripts: Schema.Struct({ home: Asset, capability: Asset }),
  /** The modules that these load, at once or when they need them. */
  parts: Schema.Array(Asset),
  docs: Schema.Array(DocsPage)
})
export type WebFiles = typeof WebFiles.Type

/** The name of the JSON file. */
export const fileName = "web.json"
