/**
 * `almanac resume KEY`: finishes a purchase of the journal with the payment that it has. It is never charged twice.
 */
import type { Run } from "../Command.ts"
import { connectToPay } from "../Connection.ts"
import { answerReport, checkShape } from "../output/Answer.ts"
import { watched } from "../output/Progress.ts"
import { readSettings } from "../settings/Settings.ts"
import { noMore, UsageError } from "../Usage.ts"

export const run: Run = async ({ args, program, terminal }) => {
  const [key] = args.words
  noMore(args.words, 1)
  checkShape(args)
  if (key === undefined) throw new UsageError("name the key of a purchase", `${program} status lists them`)
  const settings = await readSettings(args, terminal)
  const { client } = await connectToPay(settings, terminal)
  const answer = await watched(terminal, settings.url, (watch) => client.resume(key, watch))
  return answerReport(answer, args, terminal.out)
}
