/**
 * From a query to a call of Photon 1.x. It refuses parameters that it does not know, so these are exactly the
 * documented ones. The language is always named: without it the header Accept-Language decides, and two callers get
 * two answers (mhudecheck/revgeo #18). English is one of the four that the public server has.
 */
import { roundedDegrees } from "../../Resources/Degrees.ts"
import { visible } from "../../Text/Visible.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import { decimals, type PointQuery, type SearchQuery } from "../ports/Gazetteer.ts"

const lang = "en"

const degrees = (value: number): string => String(roundedDegrees(value, decimals))

/** The call for places that match a text. */
export const searchRequest = ({ text, limit }: SearchQuery): UpstreamRequest => ({
  path: "/api",
  query: { q: visible(text), limit: String(limit), lang }
})

/** The call for the place at a point: the nearest one within Photon's own radius of a kilometre. */
export const nearestRequest = ({ latitude, longitude }: PointQuery): UpstreamRequest => ({
  path: "/reverse",
  query: { lat: degrees(latitude), lon: degrees(longitude), lang }
})
