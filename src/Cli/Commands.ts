/**
 * All commands. The code of each is loaded when it is run.
 */
import type { Command } from "./Command.ts"
import type { Options } from "./input/Arguments.ts"
import { serviceOptions, walletOptions } from "./settings/Options.ts"

const shapes = {
  raw: { about: "the body of the answer as it was sent" },
  table: { about: "the answer as a table" },
  timeout: { value: "TIME", about: "how long to wait for the answer, 60s by default" }
} as const satisfies Options

export const commands: ReadonlyArray<Command> = [
  {
    name: "list",
    usage: "",
    about: "what is sold, and for how much",
    options: { category: { value: "NAME", about: "only this category" }, ...serviceOptions },
    load: () => import("./commands/list.ts")
  },
  {
    name: "show",
    usage: "ID",
    about: "a capability: its fields, an example, how it is charged",
    options: serviceOptions,
    capability: "named",
    load: () => import("./commands/show.ts")
  },
  {
    name: "quote",
    usage: "ID [JSON | - | --FIELD VALUE ...]",
    about: "price and problems of a call, for nothing",
    options: serviceOptions,
    capability: "with fields",
    load: () => import("./commands/quote.ts")
  },
  {
    name: "call",
    usage: "ID [JSON | - | --FIELD VALUE ...]",
    about: "buy an answer",
    options: {
      key: {
        value: "KEY",
        about: "the name of the purchase: under one key it is paid once; a new one by default"
      },
      max: { value: "USDC", about: "pay no more than this; by default no more than the listed price" },
      yes: { about: "pay more than the listed price without being asked" },
      fresh: { about: "buy it anew, even where the same call is not finished" },
      ...shapes,
      ...walletOptions
    },
    capability: "with fields",
    pays: true,
    load: () => import("./commands/call.ts")
  },
  {
    name: "status",
    usage: "[KEY | PAYER NONCE]",
    about: "what became of a payment; without words, what is not finished",
    options: walletOptions,
    load: () => import("./commands/status.ts")
  },
  {
    name: "resume",
    usage: "KEY",
    about: "finish a call that was interrupted, without a second charge",
    options: { ...shapes, ...walletOptions },
    pays: true,
    load: () => import("./commands/resume.ts")
  },
  {
    name: "balance",
    usage: "[ADDRESS]",
    about: "the USDC of the wallet",
    options: walletOptions,
    load: () => import("./commands/balance.ts")
  },
  {
    name: "budget",
    usage: "",
    about: "what was spent today, and what is left of the limits",
    options: walletOptions,
    load: () => import("./commands/budget.ts")
  },
  {
    name: "explain",
    usage: "FILE | -",
    about: "how a verdict of information.verify comes about, from its answer or from saved outcomes",
    options: {},
    load: () => import("./commands/explain.ts")
  },
  {
    name: "mcp",
    usage: "",
    about: "serve the capabilities as MCP tools over standard input and output",
    options: {
      tools: { value: "NAMES", about: "only these tools, by commas; or gateway" },
      ...walletOptions
    },
    pays: true,
    load: () => import("./commands/mcp.ts")
  },
  {
    name: "completions",
    usage: "bash | zsh | fish",
    about: "print a script that completes commands, capabilities and fields",
    options: {},
    load: () => import("./commands/completions.ts")
  }
]
