/**
 * How a purchase ends, in plain words: whether it was charged comes first, and what to do next.
 */
import {
  AlmanacError,
  BudgetExceeded,
  ConnectionLost,
  JournalUnusable,
  NotOffered
} from "../../../Client/Errors.ts"
import type { TypedData } from "../../../Client/Signer.ts"
import * as Usdc from "../../../Resources/Usdc.ts"
import { isRefusal, isWaiting } from "../wallet/Provider.ts"

export interface Told {
  /** `calm`: as the person wanted it. `open`: it is not known yet whether it was charged, or its answer is to be fetched. */
  readonly tone: "calm" | "open" | "failed"
  readonly title: string
  readonly text: string
}

const calm = (title: string, text: string): Told => ({ tone: "calm", title, text })
const failed = (title: string, text: string): Told => ({ tone: "failed", title, text })
const open = (title: string, text: string): Told => ({ tone: "open", title, text })

const notCharged = "Nothing was charged."

const sentence = (message: string): string => message.replace(/\.?$/, ".")

/** A message as a sentence, and that nothing was charged: messages of the client leave that to `charged`. */
const uncharged = (message: string): string => `${sentence(message)} ${notCharged}`

/** The page has waited long enough for something that kept failing. */
export class OutOfPatience extends Error {}

const saidNo = calm("You said no", `The wallet signed nothing. ${notCharged}`)

const waiting = calm(
  "The wallet shows a request already",
  `Open the wallet, answer it, and buy again. ${notCharged}`
)

const fetchIt =
  "“Fetch the answer” sends the same payment again, which can be charged only once. It works after a reload too."

const notSettled = open(
  "The payment is not settled yet",
  `The service has it, and does not know yet whether the transfer was made. ${fetchIt}`
)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const limits: Readonly<Record<BudgetExceeded["limit"], string>> = {
  perCall: "of what a call may cost",
  perDay: "of today's budget",
  perCapability: "of the budget for this"
}

const notOffered = ({ message, reason }: NotOffered): Told => {
  if (reason === "PRICE" || reason === "CHANGED") {
    return failed(
      "The price has changed",
      `Nothing was signed. ${notCharged} Look at the price, and buy again.`
    )
  }
  return failed(
    "The service's terms are not the expected ones",
    `Nothing was signed: ${message}. ${notCharged}`
  )
}

/** Errors of the service that are certain not to be charged. */
const byCode: Readonly<Partial<Record<AlmanacError["code"], string>>> = {
  VALIDATION_FAILED: "The request was refused",
  PROVIDER_RATE_LIMITED: "The provider is asked too often",
  PROVIDER_UNAVAILABLE: "The provider does not answer",
  PROVIDER_BAD_RESPONSE: "The provider's answer makes no sense",
  PROVIDER_TIMEOUT: "The provider is too slow",
  PAYMENT_REJECTED: "The payment was rejected",
  PAYMENT_SETTLEMENT_FAILED: "The payment could not be settled",
  WORK_NOT_FOUND: "There is no such work",
  TOO_MANY_REQUESTS: "Too many requests"
}

const failure = ({ code, details, message, retryable, retryAfterSeconds }: AlmanacError): Told => {
  const purse =
    details?.reason?.endsWith("insufficient_balance") === true
      ? " The account has too little USDC on this network."
      : ""
  const again = retryable
    ? ` It may work ${retryAfterSeconds === undefined ? "later" : `in ${retryAfterSeconds} s`}.`
    : ""
  return failed(byCode[code] ?? "It did not work", `${uncharged(message)}${purse}${again}`)
}

const unknown = (error: AlmanacError): Told => {
  switch (error.code) {
    case "PAYMENT_SETTLEMENT_PENDING":
      return notSettled
    case "ABORTED":
      if (error.cause instanceof OutOfPatience) return notSettled
      return open("You stopped waiting", `The payment was sent, and may be charged. ${fetchIt}`)
    default:
      return open("It is not known whether it was charged", `${sentence(messageOf(error))} ${fetchIt}`)
  }
}

/** An error of the client, of a wallet, or of the page itself. */
export const told = (error: unknown): Told => {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  if (causes.some(isRefusal)) return saidNo
  if (causes.some(isWaiting)) return waiting
  if (!(error instanceof AlmanacError)) {
    return failed("It did not work", `${messageOf(error)}. Whatever was paid stands under “Open purchases”.`)
  }
  if (error.charged === "unknown") return unknown(error)
  if (error.charged)
    return open("It was charged, and its answer has not come", `${sentence(messageOf(error))} ${fetchIt}`)
  if (error instanceof BudgetExceeded) {
    const { asked, left, limit } = error
    return calm(
      "Over your budget",
      `It costs ${asked} USDC, and ${left} USDC are left ${limits[limit]}. Nothing was signed. ${notCharged}`
    )
  }
  if (error instanceof NotOffered) return notOffered(error)
  if (error instanceof JournalUnusable) {
    return failed(
      "This browser's storage cannot be used",
      `Purchases are written down before they are paid, so that nothing is paid twice. Nothing was sent. ${notCharged}`
    )
  }
  if (error instanceof ConnectionLost) {
    return failed("The service cannot be reached", `${error.message}. ${notCharged}`)
  }
  switch (error.code) {
    case "ABORTED":
      return error.cause instanceof OutOfPatience
        ? failed("It does not work at present", `${uncharged(error.cause.message)} Try again later.`)
        : calm("You stopped it", notCharged)
    case "NOT_SIGNED": {
      const reason = error.cause === undefined ? error.message : messageOf(error.cause)
      return failed("The wallet did not sign", `${reason}. ${notCharged}`)
    }
    default:
      return failure(error)
  }
}

/** An address as people compare it. */
export const short = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** What is signed. `now` in Unix seconds. */
export const signed = ({ message }: TypedData, now: number): string => {
  const minutes = Math.max(1, Math.round((Number(message.validBefore) - now) / 60))
  const time = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`
  return `${Usdc.format(message.value)} USDC to ${short(message.to)}, valid ${time}, once`
}
