/**
 * The answers of one composite call in the order of its request, whatever the order in which they came.
 */
import * as Order from "effect/Order"
import type { SourceName } from "../Resources/Research.ts"
import type { Answer } from "./Answer.ts"
import { itemCount } from "./ItemCount.ts"

/** By the order of the request's sources, then by part. */
export const inOrder = (
  answers: ReadonlyArray<Answer>,
  sources: ReadonlyArray<SourceName>
): ReadonlyArray<Answer> =>
  answers.toSorted(
    Order.combine(
      Order.mapInput(Order.number, ({ source }: Answer) => sources.indexOf(source)),
      Order.mapInput(Order.number, ({ part }: Answer) => part)
    )
  )

const hasFailed = ({ outcome }: Answer): boolean => outcome._tag === "Failed"

/** The sources that failed, wholly or in part, in the order of the request. */
export const failedSources = (
  answers: ReadonlyArray<Answer>,
  sources: ReadonlyArray<SourceName>
): ReadonlyArray<SourceName> =>
  sources.filter((name) => answers.some((answer) => answer.source === name && hasFailed(answer)))

/**
 * Whether the answer made of these is worth its price: not when every source failed, nor when some did and the others
 * returned nothing. Source: decisions, payment.
 */
export const isCharged = (answers: ReadonlyArray<Answer>): boolean =>
  !answers.some(hasFailed) || answers.some((answer) => itemCount(answer) > 0)
