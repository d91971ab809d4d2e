/**
 * The file of settings. An unknown name in it is an error: a limit that is misspelt would be no limit.
 */
import { read } from "../../Resources/Usdc.ts"
import { objectFrom } from "../input/Input.ts"
import { isObject, type JsonObject } from "../Json.ts"
import { UsageError, unknownName } from "../Usage.ts"

/** Limits in USDC, decimal text. */
export interface Budget {
  readonly perCall?: string
  readonly perDay?: string
  readonly perCapability?: Readonly<Record<string, string>>
}

export interface Config {
  /** Where the service is. */
  readonly url?: string
  /** The network on which is paid: `base`, `base-sepolia`, or a CAIP-2 identifier. */
  readonly network?: string
  /** A file with the private key. */
  readonly wallet?: string
  /** The only address that is paid. */
  readonly payTo?: string
  /** A node of the chain, for balances. */
  readonly rpcUrl?: string
  /** How long a call waits for its answer: `60s`. */
  readonly timeout?: string
  readonly budget?: Budget
}

/** The settings that are texts. */
export const settingNames = ["url", "network", "wallet", "payTo", "rpcUrl", "timeout"] as const
const limits = ["perCall", "perDay"] as const

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** Whether a text is an amount: at most 6 decimals. */
export const isAmount = (text: string): boolean => read(text) !== undefined

const amountOf = (name: string, value: unknown): string => {
  if (isText(value) && isAmount(value)) return value
  throw new UsageError(
    `${name} must be an amount in USDC as text, such as "0.10", not ${JSON.stringify(value)}`
  )
}

const checkNames = (what: string, object: JsonObject, known: ReadonlyArray<string>) => {
  for (const name of Object.keys(object)) if (!known.includes(name)) throw unknownName(what, name, known)
}

const budgetOf = (value: unknown, ids: ReadonlyArray<string>): Budget => {
  if (!isObject(value)) throw new UsageError("budget must be an object")
  checkNames("limit", value, [...limits, "perCapability"])
  const { perCapability } = value
  if (perCapability !== undefined && !isObject(perCapability))
    throw new UsageError("budget.perCapability must be an object of capabilities and amounts")
  if (perCapability !== undefined) checkNames("capability", perCapability, ids)
  const budget = Object.fromEntries(
    limits.flatMap((name) =>
      value[name] === undefined ? [] : [[name, amountOf(`budget.${name}`, value[name])]]
    )
  )
  return perCapability === undefined
    ? budget
    : {
        ...budget,
        perCapability: Object.fromEntries(
          Object.entries(perCapability).map(([id, amount]) => [
            id,
            amountOf(`budget.perCapability["${id}"]`, amount)
          ])
        )
      }
}

/** The settings that a text says; `ids` are the capabilities. */
export const configOf = (text: string, ids: ReadonlyArray<string>): Config => {
  const object = objectFrom("the file", text)
  checkNames("setting", object, [...settingNames, "budget"])
  const said = settingNames.flatMap((name) => {
    const value = object[name]
    if (value === undefined) return []
    if (!isText(value)) throw new UsageError(`${name} must be text, not ${JSON.stringify(value)}`)
    return [[name, value] as const]
  })
  const config: Config = Object.fromEntries(said)
  return object["budget"] === undefined ? config : { ...config, budget: budgetOf(object["budget"], ids) }
}
