/**
 * The matrix as a page for people.
 */
import { type Cell, expected } from "./Expected.ts"

const text = ({ status, code, retryAfter, charged }: Cell) =>
  code === undefined
    ? `${status}${charged ? ", charged" : ""}`
    : `${status} ${code}${retryAfter === undefined ? "" : `, again in ${retryAfter} s`}`

/** Markdown: for each fault its usual answer, and the operations that differ. */
export const render = (): string => {
  const operations = Object.entries(expected)
  const faults = Object.keys(operations[0]?.[1] ?? {})
  const rows = faults.map((fault) => {
    const byAnswer = new Map<string, Array<string>>()
    for (const [operation, cells] of operations) {
      const cell = new Map(Object.entries(cells)).get(fault)
      if (cell !== undefined) byAnswer.set(text(cell), [...(byAnswer.get(text(cell)) ?? []), operation])
    }
    const [usual, ...others] = [...byAnswer].sort(([, left], [, right]) => right.length - left.length)
    const exceptions = others.map(([answer, names]) => `${names.join(", ")}: ${answer}`).join("; ")
    return `| ${fault} | ${usual?.[0]} | ${exceptions} |`
  })
  return `# When a provider fails

Written by \`npm run matrix\` from \`test/Failures/Expected.ts\`; \`npm run test:all\` plays every fault to every
operation through the real server and fails when an answer differs, \`npm test\` when this page does. An answer that is
not "charged" costs nothing, and its payment can be used again. \`retryable\` is true for 429, 504 and PROVIDER_UNAVAILABLE.

Operations: ${operations.map(([operation]) => operation).join(", ")}.

| what the provider does | what the buyer gets | but |
| --- | --- | --- |
${rows.join("\n")}
`
}
