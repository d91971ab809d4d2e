/**
 * The service in Markdown for language models (https://llmstxt.org): an index, the whole in one text, and a page for each
 * capability.
 */
import * as Effect from "effect/Effect"
import { endingsOf } from "../../../Api/Charges.ts"
import { version } from "../../../Api/Version.ts"
import type { Challenge } from "../../../Payment/challenge/Challenge.ts"
import type { Source } from "../Document.ts"
import { pageOf, paths } from "../Paths.ts"
import { essential, type Link, optional, type Site, summary } from "./Site.ts"

/** A text in Markdown. */
export const markdown = (text: string): Source => ({ contentType: "text/markdown; charset=utf-8", text })

/** One line, whatever the texts have. */
const line = (text: string) => text.replace(/\s+/g, " ")

const item =
  (site: Site) =>
  ({ note, path, title }: Link) =>
    `- [${title}](${site.url(path)}): ${note}`

const priceOf = ({ price }: Challenge) => `${price.amount} USDC`

const entry =
  (site: Site) =>
  (challenge: Challenge): string => {
    const { facts, method, path } = challenge.offer
    return (
      `- [${facts.name}](${site.url(pageOf(facts.id))}): ${facts.id}, \`${method} ${path}\`, ${priceOf(challenge)}. ` +
      line(facts.description)
    )
  }

const heading = (site: Site) => `# Almanac

> ${summary(site)}

Version ${version}. Base URL: ${site.url("")}`

/** How to buy, as far as it holds for every capability. */
const buying = `How a call goes:

1. \`POST\` the request as JSON. Without a payment the answer is 402; its header \`PAYMENT-REQUIRED\` (base64 of JSON) has the price, the token and the payee. It costs nothing.
2. Sign what it asks for: scheme \`exact\`, an EIP-3009 authorization as EIP-712 typed data. No transaction, no gas.
3. Send the same request again with the header \`PAYMENT-SIGNATURE\`, base64 of \`{ x402Version: 2, resource, accepted, payload: { signature, authorization } }\`. Stock x402 version 2 clients (\`@x402/fetch\`, \`@x402/axios\`) do steps 2 and 3.
4. 200 is \`{ data, meta }\`; the header \`PAYMENT-RESPONSE\` (base64 of JSON) with \`success: true\` proves the charge. An error is \`{ error: { code, message, retryable, details? }, meta }\`.

- Only a 200 with \`PAYMENT-RESPONSE\` is charged; an error is not. The one open case is 503 \`PAYMENT_SETTLEMENT_PENDING\`: send the same request with the same payment again, never a new one.
- The same request with the same payment gives the same answer again, without another charge, for 24 hours. After a lost connection or a retryable error, do that.
- \`Idempotency-Key\` names a purchase: a request signed anew under the same key is not charged twice, for 24 hours.
- \`Prefer: quote\` on an unpaid call tells, in \`quote\` of the 402's body, whether the request is valid and which of its providers are out. Free.
- Agents may call the capabilities as tools instead: MCP (streamable HTTP) at \`POST /mcp\`, paid in \`_meta["x402/payment"]\`; \`?tools=gateway\` offers three in place of all.
- A payment is held to its path, price and payee: sign for each call, and only what its own 402 asks for.`

/** `/llms.txt` */
export const index = (site: Site): Effect.Effect<Source> =>
  Effect.sync(() =>
    markdown(`${heading(site)}

${buying}

## Capabilities

${site.sold.map(entry(site)).join("\n")}

## Reference

${essential.map(item(site)).join("\n")}

## Optional

${optional.map(item(site)).join("\n")}
`)
  )

const block = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``

/** Which answers of a capability are charged; the errors that any call can meet are not repeated. */
const charges = ({ offer }: Challenge): string => {
  const answers = endingsOf(offer.facts).filter(([name, { status }]) => status === 200 && name !== "repeated")
  const when = (charged: "yes" | "no") =>
    answers
      .filter(([, ending]) => ending.charged === charged)
      .map(([, ending]) => ending.when)
      .join("; or when ")
  const free = when("no")
  return `A 200 is charged when ${when("yes")}.${free === "" ? "" : ` It is free when ${free}.`}`
}

const section =
  (site: Site, level: "#" | "##") =>
  (challenge: Challenge): string => {
    const { facts, method, path, requestSchema } = challenge.offer
    const { $schema: _, ...schema } = requestSchema
    return `${level} ${facts.name} (${facts.id})

\`${method} ${site.url(path)}\`: ${priceOf(challenge)} a call.

${line(facts.description)}

${charges(challenge)}

Request, as JSON Schema:

${block(schema)}

Example:

${block(facts.example.request)}

Its answer:

${block(facts.example.response)}`
  }

/** `/llms-full.txt` */
export const full = (site: Site): Effect.Effect<Source> =>
  Effect.sync(() =>
    markdown(`${heading(site)}

${buying}

${site.sold.map(section(site, "##")).join("\n\n")}

## Reference

${[...essential, ...optional.filter(({ path }) => path !== paths.llmsFull)].map(item(site)).join("\n")}
`)
  )

/** The page of a capability. */
export const page = (site: Site, challenge: Challenge): Effect.Effect<Source> =>
  Effect.sync(() => ({
    ...markdown(`${section(site, "#")(challenge)}

The schema of the answer is in [the list of capabilities](${site.url(paths.capabilities)}). How to pay: [llms.txt](${site.url(paths.llms)}).
`),
    varies: "Accept"
  }))
