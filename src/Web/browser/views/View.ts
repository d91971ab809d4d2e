/**
 * The answers of all capabilities as people read them. Pure: what is in it depends on the answer alone.
 */
import type { Calls } from "../../../Client/generated/types.ts"
import { type Element, h } from "../../Markup.ts"
import { compare } from "./composite/Compare.ts"
import { evidence } from "./composite/Evidence.ts"
import { research } from "./composite/Research.ts"
import { verify } from "./composite/Verify.ts"
import type { Prefix } from "./parts/Layout.ts"
import { census } from "./single/Census.ts"
import { markets, prices } from "./single/Crypto.ts"
import { articles, entities, work, works } from "./single/Found.ts"
import { holidays } from "./single/Holidays.ts"
import { places } from "./single/Places.ts"
import { rates } from "./single/Rates.ts"
import { trends } from "./single/Trends.ts"
import { weather } from "./single/Weather.ts"

/** The identifier of a capability: `fx.rates`. */
export type CapabilityId = keyof Calls

/** What answers have, by capability, as JSON has it. */
type Data = { readonly [Id in CapabilityId]: Calls[Id]["answer"]["data"] }
type Meta = { readonly [Id in CapabilityId]: Calls[Id]["answer"]["meta"] }

/** An answer of a capability. */
export interface Answer<Id extends CapabilityId = CapabilityId> {
  readonly data: Data[Id]
  readonly meta: Meta[Id]
}

const views: {
  readonly [Id in CapabilityId]: (data: Data[Id], prefix: Prefix, meta: Meta[Id], request: unknown) => Element
} = {
  "academic.search": works,
  "academic.work": work,
  "crypto.price": prices,
  "crypto.market": markets,
  "news.search": (data, _, meta) => articles(data, meta.attribution),
  "news.trends": (data, prefix, meta) => trends(data, meta.attribution, prefix),
  "fx.rates": (data, prefix, _, request) => rates(data, request, prefix),
  weather,
  geocode: places,
  holidays,
  "knowledge.search": (data, _, meta) => entities(data, meta.attribution),
  "government.census": (data, prefix, meta) => census(data, meta.source, prefix),
  research: (data, prefix, meta) => research(data, meta.price, prefix),
  "information.verify": verify,
  "information.evidence": evidence,
  "information.compare": compare
}

/**
 * An answer as markup: headings from `h3` on. It is total for what the contract lets through.
 *
 * @param request what was asked, as it was sent
 * @param prefix of all ids within: another one for each view of a page
 */
export const view = <Id extends CapabilityId>(
  id: Id,
  request: unknown,
  answer: Answer<Id>,
  prefix: Prefix = "view"
): Element =>
  h("div", { class: `view ${id.replaceAll(".", "-")}` }, views[id](answer.data, prefix, answer.meta, request))
