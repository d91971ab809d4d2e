/**
 * From a query to calls of Wikidata: the Action API's search by the beginning of names, and the Wikibase REST
 * API's full-text search, which also finds words inside names and descriptions.
 */

import { visible } from "../../Text/Visible.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import type { EntityQuery } from "../ports/EntityIndex.ts"

/** Statuses with a reason that we read: a malformed parameter, and a User-Agent that is refused. */
const accept = [400, 403]

/** Names and aliases that begin with the text (Wikibase, `wbsearchentities`); items alone. */
export const prefixRequest = ({ text, language, limit }: EntityQuery): UpstreamRequest => ({
  path: "/w/api.php",
  query: {
    action: "wbsearchentities",
    search: visible(text),
    language,
    uselang: language,
    type: "item",
    limit: String(limit),
    format: "json",
    formatversion: "2"
  },
  accept
})

/** Items that have all the words somewhere (Wikibase REST API v1, `/search/items`). */
export const fullTextRequest = ({ text, language, limit }: EntityQuery): UpstreamRequest => ({
  path: "/w/rest.php/wikibase/v1/search/items",
  query: { q: visible(text), language, limit: String(limit) },
  accept
})

/** Whether a text has two words or more: no name may begin with it, and its words still be found. */
export const isPhrase = ({ text }: Pick<EntityQuery, "text">): boolean =>
  visible(text).split(/\s+/).length > 1
