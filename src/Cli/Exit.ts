/**
 * The exit code of a command: what a script acts on.
 */
import { AlmanacError, NotOffered } from "../Client/Errors.ts"
import { codes } from "../Client/generated/errors.ts"
import { Unreachable } from "./Service.ts"
import { Unwritten, UsageError } from "./Usage.ts"

export const exits = {
  /** The answer is there. */
  answer: 0,
  /** A fault of the service or of this program. */
  fault: 1,
  /** The command, its environment or its files: nothing was sent. */
  usage: 2,
  /** This program refused to pay: a limit, a price, or terms that it was not given. */
  refused: 3,
  /** The request is invalid, or there is no such thing. */
  invalid: 4,
  /** The payment was refused. */
  payment: 5,
  /** The same command may succeed later. */
  later: 6,
  /** It is paid, or may be, and its answer has not come. */
  unknown: 7,
  /** Ctrl-C. */
  interrupted: 130
} as const

const byCode: Readonly<Record<string, number>> = {
  BUDGET_EXCEEDED: exits.refused,
  NOT_OFFERED: exits.refused,
  JOURNAL_UNUSABLE: exits.usage,
  CONNECTION_LOST: exits.later,
  UNKNOWN_KEY: exits.invalid
}

const byStatus: Readonly<Record<number, number>> = {
  400: exits.invalid,
  402: exits.payment,
  403: exits.invalid,
  404: exits.invalid,
  405: exits.invalid,
  408: exits.later,
  409: exits.payment,
  413: exits.invalid,
  415: exits.invalid,
  429: exits.later,
  502: exits.later,
  503: exits.later,
  504: exits.later
}

const statuses: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(codes).map(([code, { status }]) => [code, status])
)

/** The status of an error; of one that the client has seen coming, the one that its code has at the service. */
const statusOf = ({ code, status }: AlmanacError): number => (status === 0 ? (statuses[code] ?? 0) : status)

/** The exit code of a failure. */
export const exitOf = (error: unknown): number => {
  if (error instanceof UsageError) return exits.usage
  if (error instanceof Unreachable) return exits.later
  if (error instanceof Unwritten) return exits.unknown
  if (!(error instanceof AlmanacError)) return exits.fault
  if (error.code === "ABORTED") return exits.interrupted
  if (error.charged !== false) return exits.unknown
  if (error instanceof NotOffered && ["NO_WALLET", "REDIRECT"].includes(error.reason)) return exits.usage
  return byCode[error.code] ?? byStatus[statusOf(error)] ?? exits.fault
}
