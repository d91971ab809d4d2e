/**
 * The settings of a command: its options, else the environment, else the file.
 */
import { readFile } from "node:fs/promises"
import { capabilities } from "../../Client/generated/capabilities.ts"
import { known } from "../../Resources/Assets.ts"
import type { Arguments } from "../input/Arguments.ts"
import { secondsOf } from "../input/Duration.ts"
import type { Terminal } from "../Terminal.ts"
import { UsageError, unknownName } from "../Usage.ts"
import { type Budget, type Config, configOf, isAmount } from "./Config.ts"
import { configFile } from "./Files.ts"

export interface Settings {
  readonly url: string
  /** CAIP-2. Without one only a sandbox is paid. */
  readonly network: string | undefined
  readonly key: { readonly file: string } | { readonly text: string; readonly name: string } | undefined
  readonly payTo: string | undefined
  readonly rpcUrl: string | undefined
  readonly maxWaitSeconds: number
  readonly budget: Budget
}

/** Where `npm run sandbox` listens. */
export const sandboxUrl = "http://localhost:8402"

const networkOf = (name: string): string => {
  const asset = known.find(({ network, networkName }) => network === name || networkName === name)
  if (asset !== undefined) return asset.network
  throw unknownName(
    "network",
    name,
    known.flatMap(({ network, networkName }) => [networkName, network])
  )
}

const urlOf = (text: string): string => {
  try {
    const { hash, href, password, protocol, search, username } = new URL(text)
    if (/^https?:$/.test(protocol) && `${hash}${search}${username}${password}` === "")
      return href.replace(/\/+$/, "")
  } catch {
    // Told below.
  }
  // It may hold a password: it is not shown.
  throw new UsageError(
    "the address of the service cannot be used",
    `it must be http or https, without user, query and fragment, as in ${sandboxUrl}`
  )
}

const readConfig = async (terminal: Terminal): Promise<Config> => {
  const file = configFile(terminal)
  try {
    const text = await readFile(file, "utf8")
    return configOf(
      // Some editors begin a file with a mark of its byte order.
      text.replace(/^\uFEFF/, ""),
      capabilities.map(({ id }) => id)
    )
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${file}: ${error.message}`, error.hint)
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error)
    if (code === "ENOENT" || code === "ENOTDIR") return {}
    throw new UsageError(`${file} cannot be read (${code})`)
  }
}

/** The variables that are settings. */
const variables = [
  "ALMANAC_URL",
  "ALMANAC_NETWORK",
  "ALMANAC_PRIVATE_KEY",
  "ALMANAC_RPC_URL",
  "ALMANAC_MAX_PER_CALL",
  "ALMANAC_MAX_PER_DAY"
] as const

/** As in the file, an unknown name is an error: a limit that is misspelt would be no limit. */
const checkVariables = (environment: Terminal["environment"]) => {
  for (const name of Object.keys(environment))
    if (name.startsWith("ALMANAC_") && !variables.some((known) => known === name))
      throw unknownName("setting", name, variables)
}

/** Limits that the environment sets, in place of those of the file. */
const budgetOf = (environment: Terminal["environment"], budget: Budget): Budget => {
  const limit = (variable: (typeof variables)[number]) => {
    const text = environment[variable]
    if (text === undefined || text === "") return undefined
    if (isAmount(text)) return text
    throw new UsageError(`${variable} must be an amount in USDC such as 0.10, not ${JSON.stringify(text)}`)
  }
  const perCall = limit("ALMANAC_MAX_PER_CALL")
  const perDay = limit("ALMANAC_MAX_PER_DAY")
  return {
    ...budget,
    ...(perCall === undefined ? {} : { perCall }),
    ...(perDay === undefined ? {} : { perDay })
  }
}

/** Reads the settings of a command. */
export const readSettings = async (args: Arguments, terminal: Terminal): Promise<Settings> => {
  checkVariables(terminal.environment)
  const config = await readConfig(terminal)
  const variable = (name: (typeof variables)[number]) => {
    const value = terminal.environment[name]
    return value === "" ? undefined : value
  }
  const network = args.get("network") ?? variable("ALMANAC_NETWORK") ?? config.network
  const privateKey = variable("ALMANAC_PRIVATE_KEY")
  const file = args.get("wallet") ?? (privateKey === undefined ? config.wallet : undefined)
  return {
    url: urlOf(args.get("url") ?? variable("ALMANAC_URL") ?? config.url ?? sandboxUrl),
    network: network === undefined ? undefined : networkOf(network),
    key:
      file !== undefined
        ? { file }
        : privateKey === undefined
          ? undefined
          : { text: privateKey, name: "ALMANAC_PRIVATE_KEY" },
    payTo: config.payTo,
    rpcUrl: variable("ALMANAC_RPC_URL") ?? config.rpcUrl,
    maxWaitSeconds: secondsOf("--timeout", args.get("timeout") ?? config.timeout ?? "60s"),
    budget: budgetOf(terminal.environment, config.budget ?? {})
  }
}
