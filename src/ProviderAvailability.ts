/**
 * Which providers cannot be asked at this moment, for a given request. Known from the circuits: nobody is called.
 */
import { Array as Arr, Context, Effect, Layer, Option, Predicate } from "effect"
import { providerOf } from "./Composites/Source.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import type { ProviderSlug } from "./Resources/ProviderSlug.ts"

/** The decoded request; empty when it is not known, and then everything that the capability may ask counts. */
type Request = { readonly [field: string]: unknown }

type Operations = (request: Request) => ReadonlyArray<string>

/** By the kind of question, where a capability has two; both when it is not known. */
const either = (kind: Option.Option<boolean>, whenTrue: string, whenFalse: string) =>
  Option.match(kind, {
    onNone: () => [whenTrue, whenFalse],
    onSome: (holds) => [holds ? whenTrue : whenFalse]
  })

/** The operations that a capability asks for its answer, the fallback's last. */
const single: Readonly<Record<string, Operations>> = {
  "academic.search": () => ["openalex.search", "crossref.search"],
  "academic.work": () => ["openalex.work", "crossref.work"],
  "news.search": () => ["gdelt.search"],
  "news.trends": () => ["gdelt.trends"],
  "crypto.price": () => ["coingecko.markets"],
  "crypto.market": () => ["coingecko.markets"],
  "fx.rates": ({ date }) =>
    either(
      Option.map(Option.liftPredicate(date, Option.isOption), Option.isSome),
      "frankfurter.historical",
      "frankfurter.latest"
    ),
  weather: () => ["open-meteo.forecast"],
  geocode: ({ mode }) =>
    either(
      Option.map(Option.fromNullable(mode), (name) => name === "forward"),
      "photon.search",
      "photon.reverse"
    ),
  holidays: () => ["nager-date.holidays"],
  "knowledge.search": () => ["wikidata.search"],
  "government.census": () => ["census.table"]
}

/** The capability behind each source of a composite. */
const sources = new Map<unknown, string>(Object.entries({ ...providerOf, government: "government.census" }))

/** What a composite asks: the operations of its selected sources. */
const composite =
  (field: string, all: ReadonlyArray<string>): Operations =>
  (request) => {
    const selected = request[field]
    return (Array.isArray(selected) ? selected : all).flatMap((source) => {
      const capability = sources.get(source)
      return capability === undefined ? [] : (single[capability]?.({}) ?? [])
    })
  }

const evidence = composite("sourceTypes", Object.keys(providerOf))

const operations: Readonly<Record<string, Operations>> = {
  ...single,
  research: composite("sources", [...Object.keys(providerOf), "government"]),
  "information.verify": evidence,
  "information.evidence": evidence,
  "information.compare": evidence
}

/** The providers that cannot be asked now. */
export class ProviderAvailability extends Context.Tag("almanac/ProviderAvailability")<
  ProviderAvailability,
  {
    /**
     * Those whose circuit is open for what the capability would ask to answer the decoded request, or any request
     * of it. A fallback that works makes up for its primary, which is named all the same.
     */
    readonly of: (
      capability: string,
      request: Option.Option<unknown>
    ) => Effect.Effect<ReadonlyArray<ProviderSlug>>
  }
>() {
  static readonly layer = Layer.effect(
    ProviderAvailability,
    Effect.map(Circuits, (circuits) => ({
      of: (capability: string, request: Option.Option<unknown>) =>
        Effect.map(circuits.open, (open) => {
          const known = Option.getOrElse(Option.filter(request, Predicate.isRecord), () => ({}))
          return Arr.dedupe(
            (operations[capability]?.(known) ?? []).flatMap((operation) => open.get(operation) ?? [])
          )
        })
    }))
  )
}
