/**
 * A provider that behaves as photon.komoot.io 1.x does, out of 25 recorded places (test/fixtures/photon/SOURCES.md has
 * their origin; © OpenStreetMap contributors, ODbL 1.0): in and near Paris, Berlin, London, Washington, Prešov and two
 * small German towns. Their names stay in the language in which they were recorded, whatever language is asked for.
 *
 * A place is found when it has all words of the query, the last one in part at least; the more of them are in its
 * name, the better. Statuses and shapes follow komoot/photon a7b6562. The texts about a language, a missing query and
 * an unknown parameter are the provider's, those of other refusals are ours. Of the parameters, `lat`, `lon`,
 * `osm_tag` and others that weigh or filter results of a search are taken and have no effect.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import features from "../data/photon-features.json" with { type: "json" }
import { distance, type Point } from "./GreatCircle.ts"

interface Feature {
  readonly geometry: { readonly coordinates: ReadonlyArray<number> }
  readonly properties: { readonly [name: string]: unknown }
}

const places: ReadonlyArray<Feature> = features

/** The parameters that are known. Source: komoot/photon, package `query`. */
const shared = [
  "lang",
  "limit",
  "lat",
  "lon",
  "osm_tag",
  "layer",
  "include",
  "exclude",
  "dedupe",
  "geometry",
  "debug"
]
const known = {
  search: [...shared, "q", "zoom", "location_bias_scale", "bbox", "countrycode"],
  reverse: [...shared, "radius", "query_string_filter", "distance_sort"]
}

const languages = ["default", "de", "en", "fr"]

const collection = (found: ReadonlyArray<Feature>) =>
  HttpServerResponse.unsafeJson({ type: "FeatureCollection", features: found })

const refused = (body: object) => HttpServerResponse.unsafeJson(body, { status: 400 })

/** The refusal of a parameter that has a type. */
const invalid = (name: string, value: string | null, message: string) =>
  refused({ [name]: [{ message, args: {}, value }] })

/** What is wrong with any call: an unknown parameter, or a language that is not there. */
const refusal = (params: URLSearchParams, known: ReadonlyArray<string>) => {
  const unknown = [...params.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) {
    return Option.some(
      refused({
        message: `Unknown query parameter '${unknown}'.  Allowed parameters are: [${known.join(", ")}]`
      })
    )
  }
  const lang = params.get("lang")
  return lang === null || languages.includes(lang)
    ? Option.none()
    : Option.some(invalid("lang", lang, `Language is not supported. Supported are: ${languages.join(", ")}`))
}

/** How many results: from 1 to 50, whatever is asked for. */
const limitOf = (params: URLSearchParams, usual: number): number => {
  const limit = Number(params.get("limit") ?? usual)
  return Number.isNaN(limit) ? usual : Math.min(50, Math.max(1, Math.trunc(limit)))
}

/** Words without case and accents. */
const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

const address = [
  "name",
  "housenumber",
  "street",
  "locality",
  "district",
  "city",
  "county",
  "state",
  "country",
  "postcode"
]

const wordsOf = ({ properties }: Feature, names: ReadonlyArray<string>) =>
  names.flatMap((name) => words(String(properties[name] ?? "")))

const search = (params: URLSearchParams) => {
  const text = params.get("q") ?? ""
  if (text.trim() === "") {
    return refused({ message: "q parameter is required when no include categories are specified" })
  }
  const query = words(text)
  const matches = (feature: Feature, names: ReadonlyArray<string>) => {
    const own = wordsOf(feature, names)
    return query.filter((word, index) =>
      own.some((candidate) => (index === query.length - 1 ? candidate.startsWith(word) : candidate === word))
    ).length
  }
  const inName = (feature: Feature) => matches(feature, ["name"])
  const found = places.filter((feature) => query.length > 0 && matches(feature, address) === query.length)
  return collection(found.toSorted((one, other) => inName(other) - inName(one)).slice(0, limitOf(params, 15)))
}

const reverse = (params: URLSearchParams) => {
  for (const [name, limit] of [
    ["lat", 90],
    ["lon", 180]
  ] as const) {
    const text = params.get(name)
    const degrees = text === null || text === "" ? Number.NaN : Number(text)
    if (!(Math.abs(degrees) <= limit)) {
      return invalid(name, text, `must be a number from -${limit} to ${limit}`)
    }
  }
  const radius = Number(params.get("radius") ?? 1)
  if (!(radius > 0 && radius <= 5000)) {
    return invalid("radius", params.get("radius"), "must be above 0 and at most 5000")
  }
  const point: Point = { latitude: Number(params.get("lat")), longitude: Number(params.get("lon")) }
  const away = ({
    geometry: {
      coordinates: [longitude = Number.NaN, latitude = Number.NaN]
    }
  }: Feature) => distance(point, { latitude, longitude })
  const near = places.filter((feature) => away(feature) <= radius)
  return collection(near.toSorted((one, other) => away(one) - away(other)).slice(0, limitOf(params, 1)))
}

const answer = (
  known: ReadonlyArray<string>,
  find: (params: URLSearchParams) => HttpServerResponse.HttpServerResponse
) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const params = new URL(request.url, "http://localhost").searchParams
    return Option.getOrElse(refusal(params, known), () => find(params))
  })

/** `/api` and `/reverse`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get("/api", answer(known.search, search)),
  HttpRouter.get("/reverse", answer(known.reverse, reverse)),
  HttpRouter.all("*", Effect.succeed(HttpServerResponse.text("Not Found", { status: 404 })))
)
