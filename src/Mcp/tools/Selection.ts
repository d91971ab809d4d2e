/**
 * Which tools a client wants: `?tools=fx_rates,weather` at the remote door, `--tools` over stdio. All of the context of a
 * model is not for tools.
 */
import { gateway, gatewaySelection } from "./Names.ts"

/** The gateway's tools are offered to those who ask for them. */
const onRequest: ReadonlyArray<string> = Object.values(gateway)

/**
 * The names of the tools to offer, in the order of `all`. Without a selection all but the gateway's. A name that is none
 * is told: to leave it out would hide a mistake.
 */
export const read = (
  selection: string | undefined,
  all: ReadonlyArray<string>
): { readonly names: ReadonlyArray<string> } | { readonly problem: string } => {
  if (selection === undefined) return { names: all.filter((name) => !onRequest.includes(name)) }
  const wanted = selection
    .split(",")
    .map((name) => name.trim().replaceAll(".", "_"))
    .flatMap((name) => (name === gatewaySelection ? onRequest : [name]))
  const unknown = wanted.filter((name) => !all.includes(name))
  return unknown.length === 0
    ? { names: all.filter((name) => wanted.includes(name)) }
    : { problem: `tools must be ${gatewaySelection}, or names among ${all.join(", ")}` }
}
