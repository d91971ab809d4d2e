/**
 * The tools over stdio: a process on the buyer's machine, which has the wallet, the budget and the journal of the client.
 */
import { version } from "../../Api/Version.ts"
import { type Almanac, make as makeClient } from "../../Client/Almanac.ts"
import type { Input } from "../../Client/Call.ts"
import type { Capability, CapabilityId } from "../../Client/Capability.ts"
import { system } from "../../Client/Clock.ts"
import { capabilities } from "../../Client/generated/capabilities.ts"
import { outputs } from "../../Client/generated/outputs.ts"
import { isObject } from "../../Client/Json.ts"
import { memoryJournal } from "../../Client/journal/MemoryJournal.ts"
import type { Budget, Options } from "../../Client/Options.ts"
import type { Served, ToolCall, ToolResult } from "../server/Served.ts"
import type { Json } from "../tools/CompactSchema.ts"
import * as FreeTools from "../tools/FreeTools.ts"
import * as Lenient from "../tools/Lenient.ts"
import { free, gateway, nameIn } from "../tools/Names.ts"
import * as Selection from "../tools/Selection.ts"
import * as Tool from "../tools/Tool.ts"
import * as Purchases from "./Purchases.ts"
import * as Results from "./Results.ts"

/** What holds where the budget has no limit of its own. Decimal USDC. */
export const defaultBudget = { perCall: "0.10", perDay: "1.00" } as const

/** How long a call waits for its answer: clients give up after 60 seconds. */
const patience = "50 seconds"

const own = { budget: "almanac_budget", resume: "almanac_resume" } as const

/** The client's options, and which tools are offered (names with commas between them, or `gateway`). */
export interface StdioOptions extends Options {
  readonly tools?: string | undefined
}

const object = (properties: object, required: ReadonlyArray<string>): Json => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const budgetTool: Tool.Tool = {
  name: own.budget,
  title: "Budget",
  description: "Free: what was spent today (UTC), what is left of each limit, and which purchases are open.",
  inputSchema: object({}, []),
  annotations: { ...Tool.reading, openWorldHint: false }
}

const resumeTool = (spends: boolean): Tool.Tool => ({
  name: own.resume,
  title: "Resume a purchase",
  description:
    "Fetches the answer of an open purchase by its key, with the payment that was signed for it. Never pays twice.",
  inputSchema: object(
    { key: { type: "string", description: "Key of the purchase, as an error or almanac_budget names it" } },
    ["key"]
  ),
  annotations: { ...Tool.reading, readOnlyHint: !spends }
})

const fresh = {
  type: "boolean",
  description: "true: buy a new answer, even if the same call was answered within the last 10 minutes"
}

const repetition =
  "The same call within 10 minutes gives the same answer again, free; fresh: true buys a new one."

/** A capability's arguments, and `fresh`. */
const withFresh = (tool: Tool.Tool): Tool.Tool => {
  const { properties } = tool.inputSchema
  return {
    ...tool,
    inputSchema: { ...tool.inputSchema, properties: { ...(isObject(properties) ? properties : {}), fresh } }
  }
}

const toolOf = (spends: boolean) => {
  const make = Tool.make({ spends, repetition, outputOf: (schema) => schema })
  return ({ id, inputSchema, name, description, price }: Capability): Tool.Tool => {
    const { outputSchema: _, ...tool } = make({
      facts: { id, name, description },
      requestSchema: inputSchema,
      responseSchema: {},
      price
    })
    const outputSchema = outputs[id]
    return withFresh(outputSchema === undefined ? tool : { ...tool, outputSchema })
  }
}

/** A budget with both limits, and what is said of those that nobody has set. */
const limited = (budget: Budget = {}): { readonly budget: Budget; readonly said: string | undefined } => {
  const missing = (["perCall", "perDay"] as const).filter((limit) => budget[limit] === undefined)
  const names = { perCall: "a call", perDay: "a day (UTC)" }
  return {
    budget: {
      ...defaultBudget,
      ...Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined))
    },
    said:
      missing.length === 0
        ? undefined
        : `no limit was set for ${missing.map((limit) => names[limit]).join(" and ")}: at most ${missing
            .map((limit) => `${defaultBudget[limit]} USDC ${names[limit]}`)
            .join(" and ")}`
  }
}

/** Arguments whose form the service judges. */
const inputOf = (input: Json): Input<CapabilityId> => JSON.parse(JSON.stringify(input))

type Run = (given: Json, call: ToolCall) => Promise<ToolResult>

/** What is served, and lines for the person who starts it. `now`: milliseconds since 1970, for tests. */
export const make = (
  { tools: selection, ...options }: StdioOptions,
  now: () => number = system.now
): { readonly served: Served; readonly said: ReadonlyArray<string> } => {
  const journal = options.journal ?? memoryJournal()
  const { budget, said } = limited(options.budget)
  const client: Almanac = makeClient({ maxWait: patience, ...options, journal, budget })
  const spends = options.wallet !== undefined
  const sold = capabilities.map((capability) => ({ capability, tool: toolOf(spends)(capability) }))
  const names = sold.map(({ tool }) => tool.name)
  const buy = Purchases.make(
    journal,
    (id, input, called) => client.call<CapabilityId>(id, inputOf(input), called),
    now
  )

  const named = (given: Json) => {
    const name = nameIn(given["tool"])
    const one = sold.find(({ tool }) => tool.name === name)
    if (one === undefined) throw new TypeError(`tool must be one of ${names.join(", ")}`)
    return one
  }
  const keyIn = (given: Json): string => {
    const key = given["key"]
    if (typeof key === "string") return key
    throw new TypeError("/key must be the key of a purchase, as text")
  }
  const argumentsIn = (given: Json): Json => (isObject(given["arguments"]) ? given["arguments"] : {})

  /** A capability's arguments, and whether a new answer is wanted. */
  const read = (given: Json, tool: Tool.Tool) => {
    const { fresh = false, ...input } = Lenient.read(given, tool.inputSchema)
    if (typeof fresh !== "boolean") throw new TypeError("/fresh must be true or false")
    return { fresh, input }
  }

  const call = async ({ capability, tool }: (typeof sold)[number], given: Json, { signal }: ToolCall) => {
    const { fresh, input } = read(given, tool)
    return Results.bought(await buy(capability.id, input, fresh, { signal }))
  }

  const quote: Run = async (given, { signal }) => {
    const { capability, tool } = named(given)
    const { input } = read(argumentsIn(given), tool)
    return Results.given(await client.quote<CapabilityId>(capability.id, inputOf(input), { signal }))
  }

  const budgetNow: Run = async () => {
    const [spent, open] = await Promise.all([client.spent(), client.open()])
    return Results.given({ perCall: budget.perCall, perDay: budget.perDay, ...spent, openPurchases: open })
  }

  const resume: Run = async (given, { signal }) =>
    Results.bought(await client.resume(keyIn(given), { signal }))

  const list: Run = async () =>
    Results.given({
      tools: sold.map(({ capability: { description, name: title, price }, tool: { name } }) => ({
        name,
        title,
        description,
        price
      }))
    })

  const describe: Run = async (given) => {
    const { capability, tool } = named(given)
    const { description, inputSchema, name, outputSchema } = tool
    return Results.given({ name, description, inputSchema, outputSchema, example: capability.example })
  }

  const runs = new Map<string, { readonly tool: Tool.Tool; readonly run: Run }>()
  const add = (tool: Tool.Tool, run: Run) => runs.set(tool.name, { tool, run })
  for (const one of sold) add(one.tool, (given, asked) => call(one, given, asked))
  add(FreeTools.quote(names), quote)
  add(budgetTool, budgetNow)
  add(resumeTool(spends), resume)
  for (const tool of FreeTools.gatewayTools(names, spends)) {
    const run: Readonly<Record<string, Run>> = {
      [gateway.list]: list,
      [gateway.describe]: describe,
      [gateway.call]: async (given, asked) => call(named(given), argumentsIn(given), asked)
    }
    add(tool, run[tool.name] ?? list)
  }

  const selected = Selection.read(selection, [...runs.keys()])
  if ("problem" in selected) throw new TypeError(selected.problem)
  const offered = [...runs.values()].filter(({ tool }) => selected.names.includes(tool.name))
  const lines = [
    ...(said === undefined ? [] : [said]),
    ...(spends ? [] : ["no wallet: tools are listed and quoted; ALMANAC_PRIVATE_KEY lets them buy"])
  ]
  return {
    said: lines,
    served: {
      version,
      websiteUrl: options.baseUrl,
      instructions: [
        "Research and data from real providers, each call paid in USDC from the wallet of this server, within its budget.",
        `${free.quote} tells, free, what a call costs; ${own.budget} what is left.`,
        ...lines
      ].join(" "),
      tools: () => offered.map(({ tool }) => tool),
      call: async (asked) => {
        const one = offered.find(({ tool }) => tool.name === asked.name)
        return one?.run(asked.arguments, asked).catch(Results.failed)
      }
    }
  }
}
