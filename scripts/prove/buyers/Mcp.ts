/**
 * A purchase by the Model Context Protocol: the call of a tool at `/mcp`, and its result in the words of HTTP.
 */
import { Option, Schema } from "effect"
import { table } from "../oracle/ChargeTable.ts"
import type { Request } from "../oracle/Requests.ts"

/** The tools of what is bought, by the paths of HTTP. */
const tools: Readonly<Record<string, string>> = {
  "/v1/fx/rates": "fx_rates",
  "/v1/holidays": "holidays",
  "/v1/verify": "information_verify",
  "/v1/weather": "weather",
  "/v1/crypto/market": "crypto_market",
  "/v1/academic/search": "academic_search",
  "/v1/news/trends": "news_trends",
  "/v1/research": "research",
  "/v1/evidence": "information_evidence",
  "/v1/compare": "information_compare"
}

/** What a message is sent with. */
export const headers: Readonly<Record<string, string>> = { accept: "application/json, text/event-stream" }

/** The message that buys: the payment and the buyer's key beside the arguments. */
export const message = ({ path }: Request, body: string, payment: object, key: string | undefined): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: tools[path],
      arguments: JSON.parse(body),
      _meta: {
        "x402/payment": payment,
        ...(key === undefined ? {} : { "io.almanac/idempotency-key": key })
      }
    }
  })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema)

const Result = Schema.parseJson(
  Schema.Struct({
    result: Schema.Struct({
      isError: optional(Schema.Boolean),
      content: Schema.Array(Schema.Struct({ text: Schema.String })),
      structuredContent: optional(Schema.Struct({ accepts: optional(Schema.Unknown) })),
      _meta: optional(
        Schema.Struct({
          "x402/payment-response": optional(Schema.Unknown),
          "almanac/retryAfter": optional(Schema.Number),
          "almanac/headers": optional(Schema.Record({ key: Schema.String, value: Schema.String }))
        })
      )
    })
  })
)
const decodeResult = Schema.decodeOption(Result)

const Failed = Schema.parseJson(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) }))
const decodeFailed = Schema.decodeOption(Failed)

/** The status that a code has over HTTP, by the published table. */
const statusOf = new Map(
  table.flatMap(({ answer }) => {
    const [status, code] = answer.split(" ")
    return code === undefined ? [] : [[code, Number(status)] as const]
  })
)

/** An answer over HTTP. `header` gives a header's value. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | undefined
}

/** The answer that HTTP would have. What is no result of a tool is as it came. */
export const overHttp = (answer: Answer): Answer =>
  Option.match(decodeResult(answer.text), {
    onNone: () => answer,
    onSome: ({ result: { _meta: meta = {}, content, isError, structuredContent } }) => {
      const text = content.at(-1)?.text ?? ""
      const code = Option.map(decodeFailed(text), ({ error }) => error.code)
      const { "almanac/headers": headers, "almanac/retryAfter": retryAfter } = meta
      const receipt = meta["x402/payment-response"]
      const told = new Map(
        Object.entries({
          ...headers,
          ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
          ...(receipt === undefined
            ? {}
            : { "payment-response": Buffer.from(JSON.stringify(receipt)).toString("base64") }),
          ...(structuredContent?.accepts === undefined ? {} : { "payment-required": "demanded" })
        }).map(([name, value]) => [name.toLowerCase(), value] as const)
      )
      const status =
        isError === true ? Option.flatMapNullable(code, (code) => statusOf.get(code)) : Option.some(200)
      return { status: Option.getOrElse(status, () => 500), text, header: (name) => told.get(name) }
    }
  })
