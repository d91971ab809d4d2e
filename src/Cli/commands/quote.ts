/**
 * `almanac quote ID ...`: what a call costs and whether it would be taken. Nothing is paid, and no wallet is needed.
 */
import type { Run } from "../Command.ts"
import { connectFree } from "../Connection.ts"
import { exits } from "../Exit.ts"
import { readRequest } from "../input/Input.ts"
import { capabilityNamed } from "../input/Named.ts"
import { columns } from "../output/Layout.ts"
import { visible } from "../output/Visible.ts"
import { readSettings } from "../settings/Settings.ts"

const verdicts: Readonly<Record<string, string>> = {
  true: "yes, as far as can be told without asking a provider",
  false: "no",
  unknown: "the service is too busy to tell"
}

export const run: Run = async ({ args, terminal }) => {
  const [word, ...rest] = args.words
  const { id, inputSchema } = capabilityNamed(word)
  const settings = await readSettings(args, terminal)
  const request = await readRequest(inputSchema, rest, args.written, terminal.readInput)
  const client = await connectFree(settings, terminal)
  const quote = await client.quote(id, request, { signal: terminal.interrupted })
  const { network, problems, price, unavailableProviders, valid } = quote
  const lines = columns([
    ["price", `${price} USDC on ${network}`],
    ["would be taken", verdicts[String(valid)] ?? ""],
    ...problems.map(({ message, pointer }) => ["problem", visible(`${pointer} ${message}`.trim())]),
    ...unavailableProviders.map((provider) => ["out of service", visible(provider)])
  ])
  return {
    document: quote,
    text: `${lines.join("\n")}\n`,
    exit: valid === false ? exits.invalid : exits.answer
  }
}
