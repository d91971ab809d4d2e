/**
 * The charge matrix as a page for people.
 */
import { Predicate } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { type Ending, endings, endingsOf } from "../../src/Api/Charges.ts"

const answer = ({ status, code, reason }: Ending) =>
  status === undefined ? "nobody is there" : [status, code, reason].filter(Predicate.isNotUndefined).join(" ")

const list = (ids: ReadonlyArray<string>) => ids.join(", ")

/** Which capabilities can end so: as few words as it takes. */
const scope = (name: string): string => {
  const ids = registeredCapabilities.map(({ facts }) => facts.id)
  const own = registeredCapabilities
    .filter(({ facts }) => endingsOf(facts).some(([other]) => other === name))
    .map(({ facts }) => facts.id)
  const composites = registeredCapabilities
    .filter(({ facts }) => facts.provider.kind === "composite")
    .map(({ facts }) => facts.id)
  const others = ids.filter((id) => !own.includes(id))
  if (others.length === 0) return "all"
  if (list(own) === list(composites)) return "composites"
  const singles = ids.filter((id) => !composites.includes(id))
  const but = singles.filter((id) => !own.includes(id))
  if (own.every((id) => singles.includes(id)) && but.length < own.length) {
    return but.length === 0 ? "single capabilities" : `single capabilities but ${list(but)}`
  }
  return others.length < own.length ? `all but ${list(others)}` : list(own)
}

/** Markdown: each ending, its answer, and what it costs. */
export const render = (): string => {
  const rows = Object.entries<Ending>(endings).map(
    ([name, ending]) =>
      `| ${name} | ${ending.when} | ${answer(ending)} | ${ending.charged} | ${ending.payment} | ${scope(name)} |`
  )
  return `# What is charged

Written by \`npm run charges\` from \`src/Api/Charges.ts\`; \`npm run test:all\` ends a call of every capability in every one of
these ways, through the real server and with real signatures, and fails when money, answer or this page differ. The
OpenAPI document has the same as \`x-charges\`: the table once, and the names of its endings with each operation.

A charge is proved by the header \`PAYMENT-RESPONSE\` with \`success: true\`; \`GET /v1/payments/{payer}/{nonce}\` tells
of it later, and a repeated answer has it too. A payment whose transfer was sent, and failed, is used up. "Composites" are research, verify, evidence and compare, the other twelve are "single capabilities".

| ending | when | answer | charged by this call | the same payment | capabilities |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`
}
