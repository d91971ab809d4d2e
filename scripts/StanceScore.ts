/**
 * How well stances agree with labels that people gave: accuracy, macro-F1, and how often and how rightly one commits
 * to SUPPORT or REFUTE.
 */
import {
  allRules,
  type Item,
  type Rules,
  readClaim,
  readItem,
  type Stance
} from "../src/Composites/Verify/index.ts"
import type { EvidenceProvider } from "../src/Resources/Evidence.ts"

export const labels = ["SUPPORT", "REFUTE", "NEI"] as const
export type Label = (typeof labels)[number]

/** A labelled pair of a claim and a piece of evidence. */
export interface Row {
  readonly dataset: string
  readonly id: string
  readonly claim: string
  readonly evidenceTitle: string
  readonly evidenceText: string
  readonly label: Label
}

/** Shares from 0 to 1; NaN where there is nothing to divide by. */
export interface Score {
  readonly count: number
  readonly accuracy: number
  /** Mean over the labels that occur. */
  readonly macroF1: number
  readonly supportPrecision: number
  readonly refutePrecision: number
  readonly committed: number
  readonly committedPrecision: number
}

const labelOf: Readonly<Record<Stance, Label>> = { affirms: "SUPPORT", denies: "REFUTE", neutral: "NEI" }

/** Headlines come from news; all other texts are read as those of works. */
const itemOf = ({ dataset, evidenceText, evidenceTitle }: Row): Item => {
  const provider: EvidenceProvider = dataset.startsWith("emergent") ? "news.search" : "academic.search"
  return {
    provider,
    title: evidenceTitle,
    url: null,
    text: evidenceText === "" ? null : evidenceText,
    language: null
  }
}

/** What verification says of a row; of evidence that is not relevant, nothing. */
export const predict = (row: Row, rules: Rules = allRules): Label => {
  const { isRelevant, stance } = readItem(readClaim(row.claim, rules), itemOf(row), rules)
  return isRelevant ? labelOf[stance] : "NEI"
}

/** The label that was predicted for a row; NEI for none. */
export type Predictions = ReadonlyMap<string, Label>

const predicted = (predictions: Predictions, { id }: Row): Label => predictions.get(id) ?? "NEI"

export const score = (rows: ReadonlyArray<Row>, predictions: Predictions): Score => {
  const of = (label: Label) => {
    const given = rows.filter((row) => row.label === label)
    const found = rows.filter((row) => predicted(predictions, row) === label)
    const right = given.filter((row) => predicted(predictions, row) === label)
    return { given: given.length, found: found.length, right: right.length }
  }
  const [support, refute, neutral] = [of("SUPPORT"), of("REFUTE"), of("NEI")]
  const occurring = [support, refute, neutral].filter(({ given }) => given > 0)
  const f1 = occurring.map(({ found, given, right }) => (2 * right) / (given + found))
  return {
    count: rows.length,
    accuracy: (support.right + refute.right + neutral.right) / rows.length,
    macroF1: f1.reduce((sum, one) => sum + one, 0) / f1.length,
    supportPrecision: support.right / support.found,
    refutePrecision: refute.right / refute.found,
    committed: (support.found + refute.found) / rows.length,
    committedPrecision: (support.right + refute.right) / (support.found + refute.found)
  }
}

/** Headlines of other claims: apart from the rest, since they are not natural pairs. */
export const isOffTopic = ({ dataset }: Row): boolean => dataset === "emergent-cross"

/** How many of the off-topic headlines were given a stance. */
export const wronglyCommitted = (rows: ReadonlyArray<Row>, predictions: Predictions): number =>
  rows.filter(isOffTopic).filter((row) => predicted(predictions, row) !== "NEI").length
