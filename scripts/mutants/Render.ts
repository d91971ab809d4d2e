/**
 * The planted faults as a section of a page for people.
 */
import { Either } from "effect"
import { killed } from "./faults/Killed.ts"
import { type ProvedFault, proved } from "./faults/Proved.ts"
import type { Mutant } from "./Mutant.ts"
import { groups, mutants } from "./mutants.ts"

const page = "docs/money.md"
const begin = "<!-- mutants -->"
const end = "<!-- /mutants -->"

/** The page, and the marks between which the section stands. */
export const place = { page, begin, end } as const

const namesOf = ({ edits }: Pick<Mutant, "edits"> | ProvedFault) =>
  [...new Set(edits.map(({ within }) => `\`${within}\``))].join(", ")

const row = (mutant: Mutant) =>
  `| ${mutant.name} | ${mutant.rule} (${mutant.source}) | ${namesOf(mutant)} | \`${mutant.killedBy.file}\`: ${mutant.killedBy.test} |`

const table = ([title, rows]: readonly [string, ReadonlyArray<Mutant>]) => `### ${title}

| planted fault | the rule that it breaks | within | killed by |
| --- | --- | --- | --- |
${rows.map(row).join("\n")}`

const underKills = () => `### Under the kills

${killed.length} more, planted in the processes that are killed and in those that take over: there the proof itself must report the
violation. \`Money/Kills\` sees to it, one test each: "is found out where" and the name.

| planted fault | the rule that it breaks | within | killed when | reported as |
| --- | --- | --- | --- | --- |
${killed.map(({ name, rule, source, edit, point, breaks }) => `| ${name} | ${rule} (${source}) | \`${edit.within}\` | ${point} | ${breaks} |`).join("\n")}`

const underHistories = () => `### Under the histories

${proved.length}, planted in the program that histories are made with: the proof must report each. \`Money/Planted\` sees to it, one
test each: "is found out where" and the name. Tests kill some of them as well (above).

| planted fault | the rule that it breaks | within | reported as |
| --- | --- | --- | --- |
${proved.map((fault) => `| ${fault.name} | ${fault.rule} (${fault.source}) | ${namesOf(fault)} | ${fault.breaks.join(", or ")} |`).join("\n")}`

/** Markdown: each fault, its rule, and the test that does not let it pass. */
export const render = (): string => `## Planted faults

${mutants.length} faults, each of which breaks one rule of money, charging or reading. \`npm run mutants\` plants them one at
a time while the named test loads the sources, and demands that this test fails, by an assertion; so does
\`npm run test:all\`, in which the same tests pass without them. \`npm run mutants\` also writes this section, from
\`scripts/mutants\`. A fault is planted within what \`src\` declares under a name; a test's file is named by its path below
\`test\`, without its ending.

${Object.entries(groups).map(table).join("\n\n")}

${underKills()}

${underHistories()}`

/** A page with the section in its place; `Left` when it does not have the two marks, once each and in order. */
export const renderInto = (text: string): Either.Either<string, string> => {
  const [before, rest, ...more] = text.split(begin)
  const [, after, ...others] = rest?.split(end) ?? []
  return before === undefined || after === undefined || more.length > 0 || others.length > 0
    ? Either.left(`${page} does not have ${begin} and ${end} once each`)
    : Either.right(`${before}${begin}\n\n${render()}\n\n${end}${after}`)
}
