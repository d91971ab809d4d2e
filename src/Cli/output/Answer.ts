/**
 * A bought answer: for programs, for people, as a table, or as it was sent.
 */
import type { Answer } from "../../Client/index.ts"
import { format } from "../../Resources/Usdc.ts"
import type { Report } from "../Command.ts"
import type { Arguments } from "../input/Arguments.ts"
import { textAt } from "../Json.ts"
import type { Output } from "../Terminal.ts"
import { UsageError } from "../Usage.ts"
import { tableOf } from "./Table.ts"
import { prettyJson, visible } from "./Visible.ts"

const shapes = ["json", "raw", "table"] as const

/** Refuses two shapes at once, before anything is sent. */
export const checkShape = (args: Arguments): void => {
  const [first, second] = shapes.filter(args.has)
  if (second !== undefined) throw new UsageError(`--${first} or --${second}, not both`)
}

/** What was paid for an answer, in words. */
const paid = ({ charged, receipt }: Answer): string => {
  if (charged === false) return "not charged"
  if (charged === "unknown") return "no receipt came, and it is not known whether it was charged"
  if (receipt?.success !== true) return "charged by the payment's status; no receipt came"
  const { amount = "", transaction } = receipt
  const price = /^\d{1,30}$/.test(amount) ? `${format(BigInt(amount))} USDC ` : ""
  return `paid ${price}by ${visible(transaction)}`
}

const textOf = ({ data, text }: Answer, args: Arguments, { width }: Output): string => {
  if (args.has("raw")) return text
  if (args.has("table")) return `${tableOf(data, width).join("\n")}\n`
  return `${prettyJson(data)}\n`
}

/** The report of a purchase. */
export const answerReport = (answer: Answer, args: Arguments, out: Output): Report => {
  const { charged, data, key, meta, nonce, receipt } = answer
  const request = textAt(meta, "requestId")
  return {
    document: {
      data,
      meta,
      charged,
      ...(receipt === undefined ? {} : { receipt }),
      key,
      nonce
    },
    text: textOf(answer, args, out),
    bought: charged === false ? undefined : { key, charged },
    notes: [
      `${paid(answer)}, key ${visible(key)}`,
      ...(request === undefined ? [] : [`request ${visible(request)}`])
    ]
  }
}
