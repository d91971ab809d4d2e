/**
 * `almanac completions SHELL`: the script that completes this command.
 */
import { capabilities } from "../../Client/generated/capabilities.ts"
import type { Run } from "../Command.ts"
import { bash } from "../completions/Bash.ts"
import { factsOf, shells } from "../completions/Facts.ts"
import { fish } from "../completions/Fish.ts"
import { zsh } from "../completions/Zsh.ts"
import { either, noMore, UsageError, unknownName } from "../Usage.ts"

export const run: Run = async ({ args, commands }) => {
  const [word] = args.words
  noMore(args.words, 1)
  if (word === undefined) throw new UsageError(`name a shell: ${either(shells)}`)
  const shell = shells.find((one) => one === word)
  if (shell === undefined) throw unknownName("shell", word, shells)
  const script = { bash, zsh, fish }[shell](factsOf(commands, capabilities))
  return { document: { shell, script }, text: script }
}
