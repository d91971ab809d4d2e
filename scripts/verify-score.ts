/**
 * Scores the stances of verification on labelled pairs:
 *
 *     npm run verify:score -- FILE [--out FILE] [--without S1 --without S2]
 *
 * FILE has one `{"dataset","id","claim","evidenceTitle","evidenceText","label"}` a line, the label SUPPORT, REFUTE or
 * NEI. With `--out`, the predictions are written, one `{"id","label"}` a line. `--without` leaves a numbered rule out.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { ruleNames, rulesWithout } from "../src/Composites/Verify/index.ts"
import { decodeRow } from "./retrieval/Row.ts"
import { isOffTopic, predict, type Score, score, wronglyCommitted } from "./StanceScore.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" }, without: { type: "string", multiple: true, default: [] } }
})
const [file] = positionals
if (file === undefined) {
  console.error("usage: npm run verify:score -- FILE [--out FILE] [--without RULE]")
  process.exit(2)
}

const unknown = values.without.filter((name) => !(name in ruleNames))
if (unknown.length > 0) {
  console.error(`no such rule: ${unknown.join(", ")}; there are ${Object.keys(ruleNames).join(", ")}`)
  process.exit(2)
}
const rules = rulesWithout(values.without)

const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => decodeRow(line))
const predictions = new Map(rows.map((row) => [row.id, predict(row, rules)]))

const percent = (share: number): string =>
  (Number.isNaN(share) ? "n/a" : (100 * share).toFixed(1)).padStart(6)

const line = (name: string, one: Score): string =>
  [
    name.padEnd(18),
    String(one.count).padStart(5),
    percent(one.accuracy).padStart(9),
    percent(one.macroF1).padStart(9),
    percent(one.supportPrecision).padStart(14),
    percent(one.refutePrecision).padStart(14),
    percent(one.committed).padStart(10),
    percent(one.committedPrecision).padStart(15)
  ].join(" ")

const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length

const natural = rows.filter((row) => !isOffTopic(row))
const sets = [...new Set(natural.map(({ dataset }) => dataset))].map((dataset) => ({
  dataset,
  score: score(
    natural.filter((row) => row.dataset === dataset),
    predictions
  )
}))

console.log(
  `${"".padEnd(18)} ${"rows".padStart(5)} ${"accuracy".padStart(9)} ${"macro-F1".padStart(9)} SUPPORT prec.  REFUTE prec.  committed committed prec.`
)
for (const one of sets) console.log(line(one.dataset, one.score))
console.log(line("pooled", score(natural, predictions)))
console.log(
  `mean over the sets: accuracy ${percent(mean(sets.map((one) => one.score.accuracy))).trim()}, macro-F1 ${percent(mean(sets.map((one) => one.score.macroF1))).trim()}`
)
const offTopic = rows.filter(isOffTopic)
if (offTopic.length > 0) {
  console.log(
    `off-topic headlines wrongly committed: ${wronglyCommitted(rows, predictions)} of ${offTopic.length}`
  )
}

if (values.out !== undefined) {
  writeFileSync(
    values.out,
    rows.map(({ id }) => `${JSON.stringify({ id, label: predictions.get(id) })}\n`).join("")
  )
}
