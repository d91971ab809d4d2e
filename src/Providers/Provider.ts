/**
 * What the rest of the service knows of a provider, in one place: settings, deadline, terms of use, the layer that fills
 * its port, and the queries by which people look whether it is well.
 */
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"
import * as Read from "../Settings/Reader.ts"
import type { CanaryQuery } from "./CanaryQuery.ts"

/**
 * What all providers are given: how long an operation may take and an open circuit stays open, who asks, and the
 * operator's contact.
 */
export interface CommonOptions {
  readonly deadline: Duration.Duration
  readonly cooldown: Duration.Duration
  readonly userAgent: string
  readonly contact: string
}

/** Settings of a provider: where it is, and what it has of its own. */
export type Configured<Own> = Own & { readonly baseUrl: string }

/** Terms of use that settings can break, and what to do about it. */
export interface Terms<Own> {
  readonly isBroken: (settings: Configured<Own>) => boolean
  readonly breach: string
  readonly remedy: string
}

/** Whether a URL is at a host. */
export const isHost = (url: string, host: string): boolean => new URL(url).hostname === host

/** The part of a provider that does not depend on its settings. */
export interface ProviderFacts<Port> {
  /** As the capability list shows it. */
  readonly slug: ProviderSlug
  /** The setting with its address. */
  readonly variable: string
  /** The settings that belong to the real provider alone: the sandbox leaves them blank. */
  readonly keys: ReadonlyArray<string>
  /** The settings that the sandbox has where the environment has none. */
  readonly sandbox: Readonly<Record<string, string>>
  /** Every operation, as its span and its circuit are named. */
  readonly operations: ReadonlyArray<string>
  readonly canary: ReadonlyArray<CanaryQuery<Port>>
  /** The operation of the canary that costs least, for the doctor. */
  readonly probe: string
}

/** A provider by its definition. `Own` are its own settings, `Needed` what its layer needs. */
export interface ProviderDefinition<Port, Own extends object, Needed> extends ProviderFacts<Port> {
  /** How long an operation may take: connection, headers, body, the wait for a pace, and every retry. */
  readonly deadline: Duration.Duration
  readonly settings: Config.Config<Configured<Own>>
  readonly terms: ReadonlyArray<Terms<Own>>
  readonly layer: (options: Configured<Own> & CommonOptions) => Layer.Layer<Port, never, Needed>
  /** The port for tests: a call that was not expected is a defect. */
  readonly mock: Layer.Layer<Port>
}

/** What a provider says of itself. */
interface Options<Port, Own extends object, Needed>
  extends Pick<
    ProviderDefinition<Port, Own, Needed>,
    "slug" | "deadline" | "layer" | "mock" | "operations" | "canary" | "probe"
  > {
  /** The setting with its address, and the address when it is not set. */
  readonly address: { readonly variable: string; readonly default: (own: Own) => string }
  /** Its own settings. Default: none. */
  readonly settings: Config.Config<Own>
  readonly keys?: ReadonlyArray<string>
  readonly sandbox?: Readonly<Record<string, string>>
  readonly terms?: Terms<Own>
}

/** Defines a provider. */
export const defineProvider = <Port, Own extends object, Needed>({
  address,
  settings,
  keys = [],
  sandbox = {},
  terms,
  ...facts
}: Options<Port, Own, Needed>): ProviderDefinition<Port, Own, Needed> => ({
  ...facts,
  variable: address.variable,
  keys,
  sandbox,
  settings: Config.map(Config.zip(Read.url(address.variable), settings), ([url, own]) => ({
    ...own,
    baseUrl: Option.getOrElse(url, () => address.default(own))
  })),
  terms: terms === undefined ? [] : [terms]
})

/** The secrets among the settings of a provider. */
export const secretsOf = (settings: object): ReadonlyArray<string> =>
  Object.values(settings).flatMap((value: unknown) =>
    Option.isOption(value) && Option.isSome(value) && Redacted.isRedacted(value.value)
      ? [String(Redacted.value(value.value))]
      : []
  )
