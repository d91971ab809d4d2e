import { describe, expect, it } from "vitest"
import { type Label, predict, type Row, score, wronglyCommitted } from "../../scripts/StanceScore.ts"

const row = (
  id: string,
  dataset: string,
  label: Label,
  claim = "",
  evidenceTitle = "",
  evidenceText = ""
): Row => ({
  id,
  dataset,
  label,
  claim,
  evidenceTitle,
  evidenceText
})

/** Gold and predicted labels by set. The expected figures are those of the scoring script that came with the data. */
const made: ReadonlyArray<readonly [dataset: string, gold: Label, predicted: Label]> = [
  ["one", "SUPPORT", "SUPPORT"],
  ["one", "SUPPORT", "REFUTE"],
  ["one", "SUPPORT", "NEI"],
  ["one", "REFUTE", "REFUTE"],
  ["one", "REFUTE", "SUPPORT"],
  ["one", "NEI", "NEI"],
  ["one", "NEI", "SUPPORT"],
  ["two", "SUPPORT", "SUPPORT"],
  ["two", "REFUTE", "NEI"],
  ["two", "REFUTE", "REFUTE"],
  ["emergent-cross", "NEI", "SUPPORT"],
  ["emergent-cross", "NEI", "NEI"]
]
const rows = made.map(([dataset, gold], index) => row(String(index), dataset, gold))
const predictions = new Map(made.map(([, , predicted], index) => [String(index), predicted]))

const percents = (dataset?: string) => {
  const { count, ...shares } = score(
    rows.filter((one) =>
      dataset === undefined ? one.dataset !== "emergent-cross" : one.dataset === dataset
    ),
    predictions
  )
  return [count, ...Object.values(shares).map((share) => (100 * share).toFixed(1))]
}

describe("score", () => {
  it.each([
    ["one", [7, "42.9", "44.4", "33.3", "50.0", "71.4", "40.0"]],
    ["two", [3, "66.7", "83.3", "100.0", "100.0", "66.7", "100.0"]],
    [undefined, [10, "50.0", "49.0", "50.0", "66.7", "70.0", "57.1"]]
  ])("of %s", (dataset, expected) => {
    expect(percents(dataset)).toEqual(expected)
  })

  it("counts what is not predicted as NEI", () => {
    expect(score([row("a", "one", "NEI")], new Map()).accuracy).toBe(1)
  })
})

describe("wronglyCommitted", () => {
  it("counts off-topic headlines with a stance", () => {
    expect(wronglyCommitted(rows, predictions)).toBe(1)
  })
})

describe("predict", () => {
  it.each([
    ["SUPPORT", row("a", "emergent", "NEI", "Apple sells a watch", "Apple sells watch")],
    ["REFUTE", row("a", "emergent", "NEI", "Apple sells a watch", "Apple does not sell watch")],
    ["NEI", row("a", "emergent-cross", "NEI", "Apple sells a watch", "Rain in Spain")],
    // A title alone of another set is a work's: a topic.
    ["NEI", row("a", "other", "NEI", "Apple sells a watch", "Watch sales of Apple")],
    ["SUPPORT", row("a", "other", "NEI", "Apple sells a watch", "", "Apple sells a watch.")]
  ])("is %s", (expected, one) => {
    expect(predict(one)).toBe(expected)
  })
})
