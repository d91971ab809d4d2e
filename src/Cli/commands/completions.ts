/**
 * `almanac completions SHELL`: the script that completes this command.
 */
import { capabilities } from "../../Client/generated/capabilities.ts"
import type { Run } from "../Command.ts"
import { completions, shells } from "../Completions.ts"
import { either, noMore, UsageError, unknownName } from "../Usage.ts"

export const run: Run = async ({ args }) => {
  const [word] = args.words
  noMore(args.words, 1)
  if (word === undefined) throw new UsageError(`name a shell: ${either(shells)}`)
  const shell = shells.find((one) => one === word)
  if (shell === undefined) throw unknownName("shell", word, shells)
  const script = completions(shell, capabilities)
  return { document: { shell, script }, text: script }
}
