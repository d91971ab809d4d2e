/**
 * `almanac mcp`: the capabilities as tools of the Model Context Protocol, over standard input and output, until the client
 * closes them. Without a wallet it lists and quotes.
 */
import type { Run } from "../Command.ts"
import { meansOf, orUsage } from "../Connection.ts"
import { exits } from "../Exit.ts"
import { untilInterrupted } from "../Interrupted.ts"
import { readSettings } from "../settings/Settings.ts"
import { noMore } from "../Usage.ts"

export const run: Run = async ({ args, terminal }) => {
  noMore(args.words, 0)
  const { options } = await meansOf(await readSettings(args, terminal), terminal)
  const { serveStdio } = await import("../../Mcp/index.ts")
  const ended = terminal.inputEnded()
  const tools = args.get("tools")
  const server = await orUsage(() =>
    serveStdio({ ...options, ...(tools === undefined ? {} : { tools }) }, (line) =>
      terminal.err.write(`almanac mcp: ${line}\n`)
    )
  )
  await untilInterrupted(terminal.interrupted, ended).catch(() => undefined)
  await server.close()
  // The output was the protocol's.
  return {
    document: undefined,
    text: "",
    exit: terminal.interrupted.aborted ? exits.interrupted : exits.answer
  }
}
