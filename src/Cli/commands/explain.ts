/**
 * `almanac explain FILE`: how an answer comes about: of outcomes that an operator has saved, exactly; of an answer of
 * `information.verify`, as far as its own evidence tells.
 */
import { readFile } from "node:fs/promises"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Saved } from "../../Composites/SavedOutcomes.ts"
import type { Report, Run } from "../Command.ts"
import { remake } from "../explain/Remake.ts"
import { objectFrom } from "../input/Input.ts"
import type { JsonObject } from "../Json.ts"
import { visible } from "../output/Visible.ts"
import { noMore, UsageError } from "../Usage.ts"

const textOf = async (file: string, readInput: () => Promise<string>): Promise<string> => {
  if (file === "-") return readInput()
  return readFile(file, "utf8").catch((error) => {
    throw new UsageError(`${file} cannot be read (${error.code ?? error})`)
  })
}

const ofOutcomes = (file: string, value: JsonObject): Report => {
  const saved = Schema.decodeUnknownEither(Saved)(value)
  if (Either.isLeft(saved))
    throw new UsageError(
      `${file} holds no saved outcomes`,
      ParseResult.TreeFormatter.formatErrorSync(saved.left)
    )
  const { data, explanation } = remake(saved.right)
  return { document: { explanation, data }, text: `${explanation.map(visible).join("\n")}\n` }
}

export const run: Run = async ({ args, terminal }) => {
  const [file] = args.words
  noMore(args.words, 1)
  if (file === undefined) throw new UsageError("name a file, or - for the standard input")
  const value = objectFrom(file, await textOf(file, terminal.readInput))
  return ofOutcomes(file, value)
}
