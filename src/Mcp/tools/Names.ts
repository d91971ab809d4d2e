/**
 * The names of tools. Hosts take letters, digits, hyphens and underscores, 64 at most; the ids of capabilities have dots.
 */

/** The tool of a capability: `fx.rates` is `fx_rates`. */
export const toolName = (id: string): string => id.replaceAll(".", "_")

/** The tool that an argument names, by its name or as the capability's id. What is no text names none. */
export const nameIn = (argument: unknown): string => (typeof argument === "string" ? toolName(argument) : "")

/** Tools that cost nothing. */
export const free = { quote: "almanac_quote", payment: "almanac_payment", status: "almanac_status" } as const

/** The three tools that stand for all others, for hosts in which every tool costs room. */
export const gateway = { list: "almanac_list", describe: "almanac_describe", call: "almanac_call" } as const

/** The name that stands for the gateway in a selection. */
export const gatewaySelection = "gateway"
