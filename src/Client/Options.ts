/**
 * What a client is made with, and how it is read: whatever is wrong is told at construction, before anything is sent.
 */
import { type Asset, known } from "../Resources/Assets.ts"
import * as Usdc from "../Resources/Usdc.ts"
import type { CapabilityId } from "./Capability.ts"
import { type Clock, system } from "./Clock.ts"
import { listed } from "./generated/listed.ts"
import { isAddress, isObject, type JsonObject, urlOf } from "./Json.ts"
import type { Journal } from "./journal/Journal.ts"
import { memoryJournal } from "./journal/MemoryJournal.ts"
import type { Signer } from "./Signer.ts"

/** Decimal USDC text: `"0.10"`. */
export interface Budget {
  /** The most that one call may cost. */
  readonly perCall?: string | undefined
  /** The most that all calls of a day (UTC) may cost together. */
  readonly perDay?: string | undefined
  /** The most that all calls of a capability may cost together in a day (UTC). */
  readonly perCapability?: { readonly [Id in CapabilityId]?: string | undefined } | undefined
}

/** Milliseconds, or words. */
export type Wait = number | `${number} seconds` | `${number} minutes`

export interface Options {
  /** Where the service is: `https://almanac.example`. */
  readonly baseUrl: string
  /** CAIP-2: `eip155:8453` (Base) or `eip155:84532` (Base Sepolia, and the sandbox). Nothing is paid on another one. */
  readonly network: string
  /** Who pays. Without one, whatever is free works. */
  readonly wallet?: Signer | undefined
  /** The only address that is paid. Without it, the one that the service names first. */
  readonly payTo?: string | undefined
  readonly budget?: Budget | undefined
  /** What remembers purchases and what was spent. By default it lives as long as the client. */
  readonly journal?: Journal | undefined
  /** How long a call waits for its answer. 60 seconds by default. */
  readonly maxWait?: Wait | undefined
  /** What sends requests, in place of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The limits of a budget in the smallest unit. */
export interface Limits {
  readonly perCall: bigint | undefined
  readonly perDay: bigint | undefined
  readonly perCapability: ReadonlyMap<string, bigint>
}

/** Options, read. */
export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly asset: Asset
  readonly wallet: Signer | undefined
  readonly payTo: string | undefined
  readonly limits: Limits
  readonly journal: Journal
  readonly maxWait: number
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
}

export const wrong = (message: string): never => {
  throw new TypeError(message)
}

/** An object without members that mean nothing: a misspelt limit would be no limit. */
export const only = <A>(what: string, value: A, names: ReadonlyArray<string>): A & JsonObject => {
  if (!isObject(value)) return wrong(`${what} must be an object`)
  const unknown = Object.keys(value).filter((name) => !names.includes(name))
  if (unknown.length > 0) wrong(`${what} has no ${unknown.join(", ")}; there are ${names.join(", ")}`)
  return value
}

/** Decimal USDC text in the smallest unit. */
export const amount = (what: string, value: unknown): bigint =>
  (typeof value === "string" ? Usdc.read(value) : undefined) ??
  wrong(`${what} must be USDC such as "0.10", 6 decimals at most`)

const optional = <A>(value: unknown, read: (value: unknown) => A): A | undefined =>
  value === undefined ? undefined : read(value)

const ids: ReadonlyArray<string> = listed.map(({ id }) => id)

const limits = (budget: unknown): Limits => {
  const { perCall, perCapability, perDay } = only("budget", budget, ["perCall", "perDay", "perCapability"])
  return {
    perCall: optional(perCall, (value) => amount("budget.perCall", value)),
    perDay: optional(perDay, (value) => amount("budget.perDay", value)),
    perCapability: new Map(
      Object.entries(only("budget.perCapability", perCapability ?? {}, ids))
        .filter(([, value]) => value !== undefined)
        .map(([id, value]) => [id, amount(`budget.perCapability["${id}"]`, value)])
    )
  }
}

/** Milliseconds of a wait. */
export const wait = (value: unknown): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?) (second|minute)s?$/.exec(String(value)) ?? []
  const milliseconds = typeof value === "number" ? value : Number(count) * (unit === "minute" ? 60_000 : 1000)
  return Number.isFinite(milliseconds) && milliseconds >= 0
    ? milliseconds
    : wrong('maxWait must be milliseconds or text such as "60 seconds"')
}

const baseUrl = (value: unknown): string => {
  const url = urlOf(value)
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search + url.hash + url.username + url.password !== ""
  ) {
    return wrong("baseUrl must be an http(s) address such as https://almanac.example")
  }
  return url.href.replace(/\/+$/, "")
}

const names = ["baseUrl", "network", "wallet", "payTo", "budget", "journal", "maxWait", "fetch"]

/** @throws TypeError for options that cannot be meant. */
export const read = (options: Options, clock: Clock = system): Settings => {
  only("options", options, names)
  const { journal = memoryJournal(), network, payTo, wallet } = options
  if (wallet !== undefined && (!isAddress(wallet.address) || typeof wallet.signTypedData !== "function")) {
    return wrong("wallet needs address and signTypedData")
  }
  if (typeof journal?.change !== "function") return wrong("journal needs change")
  if (payTo !== undefined && !isAddress(payTo)) return wrong("payTo must be an address")
  return {
    baseUrl: baseUrl(options.baseUrl),
    asset:
      known.find((asset) => asset.network === network) ??
      wrong(`network must be one of ${known.map((asset) => asset.network).join(", ")}`),
    wallet,
    payTo,
    limits: limits(options.budget ?? {}),
    journal,
    maxWait: wait(options.maxWait ?? 60_000),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock
  }
}
