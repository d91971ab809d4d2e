/**
 * The options of commands that ask the service, or pay it.
 */
import type { Options } from "../input/Arguments.ts"

/** Options of every command. */
export const everywhere = {
  json: { about: "one JSON document, also of a failure" },
  output: { value: "FILE", short: "o", about: "write the answer into a file" },
  help: { short: "h", about: "show this" }
} as const satisfies Options

/** The options that name the service. */
export const serviceOptions = {
  url: { value: "URL", about: "the service; else ALMANAC_URL, else the sandbox of this machine" },
  network: { value: "NAME", about: "the network to pay on: base, base-sepolia or a CAIP-2 identifier" }
} as const satisfies Options

/** The options that name the wallet, too. */
export const walletOptions = {
  ...serviceOptions,
  wallet: {
    value: "FILE",
    about: "a file with the private key, readable by you alone; else ALMANAC_PRIVATE_KEY"
  }
} as const satisfies Options
