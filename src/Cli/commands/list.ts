/**
 * `almanac list`: what is sold, at the prices in force where the service can be asked.
 */
import { capabilities } from "../../Client/generated/capabilities.ts"
import type { Run } from "../Command.ts"
import { exitOf, exits } from "../Exit.ts"
import { columns } from "../output/Layout.ts"
import { type Listing, listing, Unreachable } from "../Service.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { noMore, unknownName } from "../Usage.ts"

/** The service's list; none where nothing answers: the listed prices are known without it. */
const asked = async (settings: Settings, signal: AbortSignal): Promise<Listing | Unreachable> => {
  try {
    return await listing(settings, signal)
  } catch (error) {
    if (error instanceof Unreachable) return error
    throw error
  }
}

const categories = [...new Set(capabilities.map(({ category }) => category))]

export const run: Run = async ({ args, terminal }) => {
  noMore(args.words, 0)
  const settings = await readSettings(args, terminal)
  const { url } = settings
  const only = args.get("category")
  if (only !== undefined && !categories.includes(only)) throw unknownName("category", only, categories)
  const found = await asked(settings, terminal.interrupted)
  const isAsked = !(found instanceof Unreachable)
  const rows = capabilities
    .filter(({ category }) => only === undefined || category === only)
    .flatMap(({ category, id, name, price }) => {
      const offer = isAsked ? found.offers.find((one) => one.id === id) : { price }
      return offer === undefined ? [] : [{ id, name, category, price: offer.price }]
    })
  const lines = columns([
    ["ID", "USDC", "CATEGORY", "NAME"],
    ...rows.map(({ category, id, name, price }) => [id, price, category, name])
  ])
  return {
    document: { capabilities: rows, network: isAsked ? found.network : null },
    text: `${lines.join("\n")}\n`,
    notes: isAsked
      ? [`${url} is paid on ${found.network.name} (${found.network.caip2})`]
      : [
          `${found.message}: these are the prices that this package lists, and a service may ask others`,
          ...(found.hint === undefined ? [] : [found.hint])
        ],
    exit: isAsked ? exits.answer : exitOf(found)
  }
}
