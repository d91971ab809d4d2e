/**
 * The cache of the sandbox, of which a part can be emptied: what a provider has filled is forgotten when its switch is
 * turned, or the cache would answer for it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { capabilities, providers } from "../Capabilities/index.ts"
import { Circuits } from "../Providers/client/Circuits.ts"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { Cache } from "../Storage/Cache.ts"

/** Forgets the records of a provider, and its failures. */
export class Forget extends Context.Tag("almanac/sandbox/Forget")<
  Forget,
  (slug: ProviderSlug) => Effect.Effect<void>
>() {}

/** How often the records of a capability were forgotten, by its id. */
class Generations extends Context.Tag("almanac/sandbox/Generations")<Generations, Map<string, number>>() {}

/** The capabilities that ask a provider, by their ids. */
const askersOf = (slug: ProviderSlug): ReadonlyArray<string> => {
  const operations = providers.all.flatMap((one) => (one.slug === slug ? one.operations : []))
  return capabilities.all
    .filter(({ asks }) => asks(Option.none()).some((operation) => operations.includes(operation)))
    .map(({ id }) => id)
}

/** A key begins with the name of its records: a capability's id, or the part that two ids share (`crypto`). */
const nameOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(":")))

const isOf = (name: string, id: string): boolean => id === name || id.startsWith(`${name}.`)

/** The cache below, with a generation for each capability: records of an older one are never found again. */
export const layerCache = Layer.effectContext(
  Effect.gen(function* () {
    const cache = yield* Cache
    const generations = new Map<string, number>()
    const now = (key: string): string => {
      const name = nameOf(key)
      const ids = [...generations.keys()].filter((id) => isOf(name, id))
      const generation = ids.reduce((sum, id) => sum + (generations.get(id) ?? 0), 0)
      return generation === 0 ? key : `${name}:${generation}${key.slice(name.length)}`
    }
    const own: Cache["Type"] = {
      ...cache,
      get: (key, schema) => Effect.suspend(() => cache.get(now(key), schema)),
      set: (key, schema, value, timeToLive) =>
        Effect.suspend(() => cache.set(now(key), schema, value, timeToLive)),
      runOnce: (key, schema, work) => Effect.suspend(() => cache.runOnce(now(key), schema, work))
    }
    return Context.make(Cache, own).pipe(Context.add(Generations, generations))
  })
)

/** Needs the cache above, and the circuits of the providers. */
export const layerForget = Layer.effect(
  Forget,
  Effect.zipWith(
    Generations,
    Circuits,
    (generations, circuits) => (slug: ProviderSlug) =>
      Effect.zipRight(
        circuits.close(slug),
        Effect.sync(() => {
          for (const id of askersOf(slug)) generations.set(id, (generations.get(id) ?? 0) + 1)
        })
      )
  )
)
