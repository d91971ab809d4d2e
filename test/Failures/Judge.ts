/**
 * Holds what was told in a meeting to what may be told. Told rightly: the `data` of a sold answer is the provider's
 * record, and repeats what was asked for (`term`, `doi`). There the keys, the contact and the payment are looked for
 * alone.
 */
import { expect } from "vitest"
import { leaks, paymentMarks } from "./Leaks.ts"
import { contact, keys, providerText } from "./Marks.ts"
import type { Meeting } from "./Meeting.ts"
import { providers } from "./Operation.ts"

/** Where secrets, questions or the provider's words are told. */
export const leaksOf = ({ calls, lines, spans }: Meeting) => {
  const secrets = [...Object.values(keys), contact, ...calls.flatMap(({ header }) => paymentMarks(header))]
  const questions = calls.flatMap(({ operation }) => operation.marks)
  const all = [...new Set([...secrets, providerText, ...questions])]
  return [
    ...calls.flatMap(({ name, data, told: { body, headers } }) => [
      { name, place: "headers", leaks: leaks(headers, all) },
      { name, place: "body", leaks: leaks(body, all) },
      { name, place: "data", leaks: leaks(data, secrets) }
    ]),
    ...lines.map((line) => ({ name: line["message"], place: "log", leaks: leaks(line, all) })),
    ...spans.map((span) => ({ name: `${span.root}: ${span.name}`, place: "span", leaks: leaks(span, all) }))
  ].filter(({ leaks }) => leaks.length > 0)
}

/** What is not told was there to be told, where a provider could be reached, and would have been seen. */
export const expectToBeTellable = ({ calls, lines, spans }: Meeting, isReached: boolean) => {
  expect(lines).toContainEqual(expect.objectContaining({ level: "debug", route: "/health/ready" }))
  for (const { name, operation, status, asked } of calls) {
    const { marks, path, provider } = operation
    expect({ name, isReached: asked.length > 0 }).toEqual({ name, isReached })
    const sent = isReached ? [contact, ...providers[provider].keys, ...marks] : []
    expect({ name, sent: leaks(asked, sent) }).toEqual({ name, sent })
    expect(lines).toContainEqual(expect.objectContaining({ message: "request", route: path, status }))
    const names = spans.filter(({ root }) => root === `POST ${path}`).map((span) => span.name)
    expect(names).toEqual(
      expect.arrayContaining([`POST ${path}`, "purchase", "verify", "run", expect.stringMatching(/^GET /)])
    )
  }
}
