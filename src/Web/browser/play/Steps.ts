/**
 * The four steps of a purchase with their raw material, as markup.
 */
import { decodeHeader, member, parse, textOf } from "../../../Client/Json.ts"
import type { TypedData } from "../../../Client/Signer.ts"
import * as Usdc from "../../../Resources/Usdc.ts"
import { type Element, h, type Markup } from "../../Markup.ts"
import { typedDataText } from "../wallet/Signer.ts"
import type { Exchange } from "./Recording.ts"
import { short, signed } from "./Words.ts"

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

/** JSON text, indented; any other text as it is. */
const pretty = (text: string): string => {
  const value = parse(text)
  return value === undefined ? text : indented(value)
}

/** Text to look at, one click away; it scrolls by keyboard. */
export const raw = (label: string, text: string): Element =>
  h(
    "details",
    {},
    h("summary", {}, label),
    h("pre", { tabindex: 0, role: "region", "aria-label": label }, h("code", {}, text))
  )

const pathOf = ({ url }: Exchange) => new URL(url).pathname

const step = (title: string, ...content: ReadonlyArray<Markup>): ReadonlyArray<Markup> => [
  h("h3", {}, title),
  ...content
]

/** What a step that has not come yet says. */
export const waiting: ReadonlyArray<ReadonlyArray<Markup>> = [
  step("Request", h("p", {}, "Asked without a payment first. That is free.")),
  step(
    "402: the price",
    h("p", {}, "The service names its price, and says whether it would take the request.")
  ),
  step(
    "Signature",
    h("p", {}, "Your wallet signs a transfer of exactly the price. No transaction of yours, no gas.")
  ),
  step("Answer", h("p", {}, "The same request with the payment brings the answer and a receipt."))
]

/** 1: the request without a payment. */
export const asked = (exchange: Exchange): ReadonlyArray<Markup> => {
  const headers = exchange.sent.map(([name, value]) => `${name}: ${value}`)
  const text = [`${exchange.method} ${pathOf(exchange)}`, ...headers, "", pretty(exchange.body ?? "")]
  return step(
    "Request",
    h("p", {}, h("code", {}, `${exchange.method} ${pathOf(exchange)}`), ", without a payment"),
    raw("The request as it was sent", text.join("\n"))
  )
}

/** 2: its answer. */
export const offered = ({ received, status, text }: Exchange): ReadonlyArray<Markup> => {
  const challenge = decodeHeader(received.get("payment-required"))
  const accepts = member(challenge, "accepts")
  const first: unknown = Array.isArray(accepts) ? accepts[0] : undefined
  const [amount, payTo, network] = ["amount", "payTo", "network"].map((name) => textOf(member(first, name)))
  const price = amount === undefined ? "" : Usdc.format(BigInt(amount))
  const quote = member(parse(text), "quote")
  return step(
    `${status}: the price`,
    h("p", {}, h("strong", {}, `${price} USDC`), ` to ${short(payTo ?? "")} on ${network}`),
    raw("PAYMENT-REQUIRED, decoded", indented(challenge)),
    quote === undefined ? "" : raw("The quote: would the request be taken?", indented(quote))
  )
}

/** 3: what is signed. `now` in Unix seconds. */
export const signing = (typed: TypedData, now: number): ReadonlyArray<Markup> =>
  step(
    "Signature",
    h("p", {}, h("strong", {}, signed(typed, now))),
    raw("The typed data, as the wallet gets it", typedDataText(typed, 2))
  )

/** 3, for an answer that is sent again: nothing is signed for it. */
export const signedBefore: ReadonlyArray<Markup> = step(
  "Signature",
  h("p", {}, "Nothing was signed: it is the same payment as before.")
)

export interface Place {
  /** Below which the service is. */
  readonly baseUrl: string
  /** Where people look at transactions. */
  readonly explorer: string | undefined
}

const digests = new Map([
  [true, "Content-Digest checked: the answer is whole."],
  [false, "Content-Digest does not fit: the answer was changed on its way."]
])

const charge = (receipt: unknown, explorer: string | undefined): ReadonlyArray<Markup> => {
  const hash = textOf(member(receipt, "transaction")) ?? ""
  if (hash === "")
    return [
      h("strong", {}, "No receipt"),
      ": nothing was charged, or the receipt was lost on its way. The status of the payment tells."
    ]
  const amount = textOf(member(receipt, "amount"))
  const name = h("code", { class: "hash" }, short(hash))
  return [
    h("strong", {}, "Charged"),
    amount === undefined ? "" : ` ${Usdc.format(BigInt(amount))} USDC`,
    ", transaction ",
    explorer === undefined ? name : h("a", { href: `${explorer}/tx/${hash}` }, name)
  ]
}

/** An error tells its code; whether it was charged is told where the outcome is. */
const outcome = (
  { status, text }: Exchange,
  receipt: unknown,
  { explorer }: Place
): ReadonlyArray<Markup> => {
  if (status === 200) return charge(receipt, explorer)
  const error = member(parse(text), "error")
  return [
    h("code", {}, textOf(member(error, "code")) ?? "no answer of the service"),
    ` ${textOf(member(error, "message")) ?? ""}`
  ]
}

/** 4: the answer to the paid request. */
export const answered = (exchange: Exchange, place: Place): ReadonlyArray<Markup> => {
  const { hasDigest, received, sent, status, text } = exchange
  const receipt = decodeHeader(received.get("payment-response"))
  const payment = decodeHeader(sent.find(([name]) => name === "payment-signature")?.[1] ?? null)
  const authorization = member(member(payment, "payload"), "authorization")
  const [payer, nonce] = [textOf(member(authorization, "from")), textOf(member(authorization, "nonce"))]
  const headers = [...received].map(([name, value]) => `${name}: ${value}`)
  return step(
    `${status}: the answer`,
    h("p", {}, ...outcome(exchange, receipt, place)),
    hasDigest === undefined ? "" : h("p", { class: "digest" }, digests.get(hasDigest) ?? ""),
    h(
      "p",
      {},
      h("a", { href: `${place.baseUrl}/v1/payments/${payer}/${nonce}` }, "Status of this payment"),
      ", as JSON"
    ),
    raw("PAYMENT-SIGNATURE, decoded", indented(payment)),
    receipt === undefined ? "" : raw("The receipt: PAYMENT-RESPONSE, decoded", indented(receipt)),
    raw("Headers of the answer", headers.join("\n")),
    raw("Body of the answer", pretty(text))
  )
}
