/**
 * `almanac budget`: what was spent today (UTC), and what is left of the limits. What may have been charged counts as spent.
 */
import type { Run } from "../Command.ts"
import { connectToPay } from "../Connection.ts"
import { columns } from "../output/Layout.ts"
import { readSettings } from "../settings/Settings.ts"
import { noMore } from "../Usage.ts"

export const run: Run = async ({ args, terminal }) => {
  noMore(args.words, 0)
  const settings = await readSettings(args, terminal)
  const { client, wallet } = await connectToPay(settings, terminal)
  const spent = await client.spent()
  const { budget } = settings
  const { byCapability, day, left, open, today } = spent
  const leftOf = (amount: string | undefined) => (amount === undefined ? "no limit" : `${amount} left`)
  const ids = [...new Set([...Object.keys(byCapability), ...Object.keys(left.perCapability)])].sort()
  const lines = columns([
    ["a call", "", budget.perCall === undefined ? "no limit" : `${budget.perCall} at most`],
    [`all of ${day}`, today, leftOf(left.perDay)],
    ...ids.map((id) => [`  ${id}`, byCapability[id] ?? "0", leftOf(left.perCapability[id])])
  ])
  return {
    document: { wallet: wallet.address, ...spent, limits: budget },
    text: `${lines.join("\n")}\n`,
    notes: open === "0" ? [] : [`${open} USDC of it may or may not have been charged: see almanac status`]
  }
}
