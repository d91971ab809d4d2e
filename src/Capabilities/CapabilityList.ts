/**
 * A list of definitions that keeps their types: what their services are, and what these and the handlers need.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CapabilityDefinition, Defined, MakeHandler, Served } from "./Capability.ts"

export interface CapabilityList<Names extends string, Services, NeededByLayers, Needed> {
  readonly all: ReadonlyArray<Defined>
  /** The services of all definitions; one that two of them name is built once. */
  readonly layer: Layer.Layer<Services, never, NeededByLayers>
  /** The handlers of all definitions, as `makeHandler` makes them. */
  readonly serve: <Handler>(
    makeHandler: MakeHandler<Handler>
  ) => Effect.Effect<ReadonlyArray<Served<Names, Handler>>, never, Needed>
  readonly add: <Name extends string, Service, NeededByLayer, NeededByIt>(
    definition: CapabilityDefinition<Name, Service, NeededByLayer, NeededByIt>
  ) => CapabilityList<Names | Name, Services | Service, NeededByLayers | NeededByLayer, Needed | NeededByIt>
}

const make = <Names extends string, Services, NeededByLayers, Needed>(
  list: Omit<CapabilityList<Names, Services, NeededByLayers, Needed>, "add">
): CapabilityList<Names, Services, NeededByLayers, Needed> => ({
  ...list,
  add: <Name extends string, Service, NeededByLayer, NeededByIt>(
    definition: CapabilityDefinition<Name, Service, NeededByLayer, NeededByIt>
  ) =>
    make({
      all: [...list.all, definition],
      layer: Layer.merge(list.layer, definition.layer),
      serve: <Handler>(makeHandler: MakeHandler<Handler>) =>
        Effect.zipWith(
          list.serve(makeHandler),
          definition.serve(makeHandler),
          (served, last): ReadonlyArray<Served<Names | Name, Handler>> => [...served, last]
        )
    })
})

/** No definitions. */
export const empty: CapabilityList<never, never, never, never> = make({
  all: [],
  layer: Layer.empty,
  serve: () => Effect.succeed([])
})
