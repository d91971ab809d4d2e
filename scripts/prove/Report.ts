/**
 * What was run and what it came to, in lines and as a page.
 */
import { killPoints } from "./kills/KillPoint.ts"
import type { Tally } from "./Tally.ts"

/** A run. `seconds` of real time, `date` as YYYY-MM-DD, `place` the machine, its load and the commit in words. */
export interface Run {
  readonly place: string
  readonly seed: number
  readonly seconds: number
  readonly date: string
  readonly tally: Tally
}

const titles: ReadonlyArray<readonly [kind: string, title: string]> = [
  ["history", "Histories"],
  ["step", "Steps"],
  ["verify", "Calls to the facilitator's /verify"],
  ["settle", "Calls to the facilitator's /settle"],
  ["provider", "Calls to the providers"],
  ["node", "The chain's node, set to"],
  ["database", "The way to the database, set to"],
  ["way", "Calls of buyers, by their way"],
  ["answer", "Answers to buyers"],
  ["row", "Payments in the ledger, at their end"],
  ["presumed", "Of these, presumed settled (no node to ask)"],
  ["unknown", "Of these, for ever unknown (a node was named days too late)"],
  ["client", "What the client said of its purchases"],
  ["redelivered", "Fetched once more at the end, byte for byte"],
  ["kill", "Kills (kill -9) and halts (SIGSTOP), by where the purchase was"],
  ["killed", "Of these"],
  ["killed row", "Payments after a kill, at their end"]
]

const faultKinds = ["verify", "settle", "provider", "node", "database"]

const harmless = new Set(["honest", "on", "up", "named afterwards"])

/** Faults that were committed. */
export const faults = (tally: Tally): number =>
  faultKinds
    .flatMap((kind) => tally.of(kind))
    .reduce((sum, [word, count]) => (harmless.has(word) ? sum : sum + count), 0)

/** The last line. */
export const summary = ({ seed, tally }: Run): string => {
  const killed = new Set(tally.of("kill").map(([point]) => point)).size
  return [
    `${tally.sum("history")} histories`,
    `${tally.sum("step")} steps`,
    `${faults(tally)} faults`,
    `${tally.sum("kill")} kills at ${killed} of ${killPoints.length} points`,
    `${tally.sum("violation")} violations`,
    `seed ${seed}`
  ].join(", ")
}

const words = (tally: Tally, kind: string) =>
  tally
    .of(kind)
    .map(([word, count]) => `${word}: ${count}`)
    .join("; ")

/** Counts by kind, a line each. */
export const lines = ({ tally }: Run): ReadonlyArray<string> =>
  titles.flatMap(([kind, title]) =>
    tally.sum(kind) === 0 ? [] : [`${title} (${tally.sum(kind)}): ${words(tally, kind)}`]
  )

/** The counts as a table of the page. */
export const render = (run: Run): string => {
  const rows = titles
    .filter(([kind]) => run.tally.sum(kind) > 0)
    .map(([kind, title]) => `| ${title} | ${run.tally.sum(kind)} | ${words(run.tally, kind)} |`)
  return [
    `${run.date}, \`npm run prove:money -- --runs ${run.tally.sum("history")} --kills ${run.tally.sum("kill")} --seed ${run.seed}\`, ${Math.round(run.seconds / 60)} minutes, ${run.place}:`,
    "",
    `**${summary(run)}**`,
    "",
    "| what | how many | in detail |",
    "|---|---|---|",
    ...rows
  ].join("\n")
}

/** The page with its part between the markers replaced. */
export const replace = (page: string, part: string): string =>
  page.replace(/(<!-- run -->)[\s\S]*(<!-- \/run -->)/, (_, begin, end) => `${begin}\n\n${part}\n\n${end}`)
