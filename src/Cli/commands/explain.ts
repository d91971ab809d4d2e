/**
 * `almanac explain FILE`: how an answer comes about: of outcomes that an operator has saved, exactly; of an answer of
 * `information.verify`, as far as its own evidence tells.
 */
import { readFile } from "node:fs/promises"
import type { ClaimReport } from "../../Client/generated/types.ts"
import type { Report, Run } from "../Command.ts"
import { objectFrom } from "../input/Input.ts"
import { at, isObject, type JsonObject, listAt, textAt } from "../Json.ts"
import { visible } from "../output/Visible.ts"
import { noMore, UsageError } from "../Usage.ts"

const textOf = async (file: string, readInput: () => Promise<string>): Promise<string> => {
  if (file === "-") return readInput()
  return readFile(file, "utf8").catch((error) => {
    throw new UsageError(`${file} cannot be read (${error.code ?? error})`)
  })
}

const report = (explanation: ReadonlyArray<string>, document: object): Report => ({
  document: { explanation, ...document },
  text: `${explanation.map(visible).join("\n")}\n`
})

const ofOutcomes = async (file: string, value: JsonObject): Promise<Report> => {
  const { remake, savedIn } = await import("../explain/Remake.ts")
  const saved = savedIn(value)
  if (typeof saved === "string") throw new UsageError(`${file} holds no saved outcomes`, saved)
  const { data, explanation } = remake(saved)
  return report(explanation, { data })
}

/** Whether a value has what the verdict is made again from. */
const isReport = (value: unknown): value is ClaimReport =>
  textAt(value, "claim") !== undefined &&
  textAt(value, "verdict") !== undefined &&
  Array.isArray(at(value, "evidence")) &&
  listAt(value, "evidence").every(
    (item) =>
      isObject(at(item, "source")) &&
      textAt(item, "source", "provider") !== undefined &&
      textAt(item, "source", "title") !== undefined &&
      textAt(item, "source", "url") !== undefined &&
      at(item, "data") !== undefined &&
      (at(item, "excerpt") === null || textAt(item, "excerpt") !== undefined)
  )

const ofAnswer = async (claim: ClaimReport): Promise<Report> => {
  const { explain, recompute } = await import("../../Client/verdict/index.ts")
  const recomputed = recompute(claim)
  const { agreementCount, confidence, contradictionCount, isSame, verdict } = recomputed
  return report(explain(recomputed), { verdict, confidence, agreementCount, contradictionCount, isSame })
}

export const run: Run = async ({ args, terminal }) => {
  const [file] = args.words
  noMore(args.words, 1)
  if (file === undefined) throw new UsageError("name a file, or - for the standard input")
  const value = objectFrom(file === "-" ? "the standard input" : file, await textOf(file, terminal.readInput))
  if ("capability" in value && "answers" in value) return ofOutcomes(file, value)
  // With or without its envelope.
  const claim = [value, value["data"]].find(isReport)
  if (claim !== undefined) return ofAnswer(claim)
  throw new UsageError(`${file} is neither an answer of information.verify nor saved outcomes`)
}
