/**
 * A list of definitions that keeps their types: which ports they fill, by which settings, and what that needs.
 */
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { register } from "./client/Metrics.ts"
import {
  type CommonOptions,
  type Configured,
  type ProviderDefinition,
  type ProviderFacts,
  secretsOf
} from "./Provider.ts"

/** Terms of use that are broken, and what to do about it. */
export interface Breach {
  readonly breach: string
  readonly remedy: string
}

/** `Settings` are those of all providers: pairs within pairs, which only the list can read. */
export interface ProviderList<Ports, Settings, Needed> {
  readonly all: ReadonlyArray<ProviderFacts<Ports>>
  readonly settings: Config.Config<Settings>
  /** Fills every port, by the options that a provider of this deadline is to have. */
  readonly layer: (
    settings: Settings,
    options: (deadline: Duration.Duration) => CommonOptions
  ) => Layer.Layer<Ports, never, Needed>
  /** Every port for tests: a call that was not expected is a defect. */
  readonly mocks: Layer.Layer<Ports>
  readonly broken: (settings: Settings) => ReadonlyArray<Breach>
  readonly secrets: (settings: Settings) => ReadonlyArray<string>
  readonly add: <Port, Own extends object, NeededByIt>(
    definition: ProviderDefinition<Port, Own, NeededByIt>
  ) => ProviderList<Ports | Port, readonly [Settings, Configured<Own>], Needed | NeededByIt>
}

const make = <Ports, Settings, Needed>(
  list: Omit<ProviderList<Ports, Settings, Needed>, "add">
): ProviderList<Ports, Settings, Needed> => ({
  ...list,
  add: <Port, Own extends object, NeededByIt>(definition: ProviderDefinition<Port, Own, NeededByIt>) =>
    make<Ports | Port, readonly [Settings, Configured<Own>], Needed | NeededByIt>({
      all: [...list.all, definition],
      settings: Config.zip(list.settings, definition.settings),
      layer: ([others, own], options) =>
        Layer.mergeAll(
          list.layer(others, options),
          definition.layer({ ...options(definition.deadline), ...own }),
          Layer.effectDiscard(Effect.sync(() => definition.operations.forEach(register)))
        ),
      mocks: Layer.merge(list.mocks, definition.mock),
      broken: ([others, own]) => [
        ...list.broken(others),
        ...definition.terms.filter(({ isBroken }) => isBroken(own))
      ],
      secrets: ([others, own]) => [...list.secrets(others), ...secretsOf(own)]
    })
})

/** No definitions. */
export const empty: ProviderList<never, null, never> = make({
  all: [],
  settings: Config.succeed(null),
  layer: () => Layer.empty,
  mocks: Layer.empty,
  broken: () => [],
  secrets: () => []
})
