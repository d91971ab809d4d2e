/**
 * What a caller is told of whatever went wrong, and what is noted of it for the operator. The same however the call came.
 */
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import { type Failure, InternalError, isFailure, PaymentRejected } from "../Api/Failure.ts"
import * as RequestDecoder from "../Api/RequestDecoder.ts"
import { isInsufficientBalance } from "../Payment/facilitator/SettleErrorCodes.ts"
import type { Problem } from "../Resources/Problem.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import type * as Call from "../Telemetry/Call.ts"
import * as Responses from "./Responses.ts"

/** The 500. The call may repeat a payment that was charged. */
const internal = new InternalError({
  message: "Something went wrong on our side; this call charged nothing."
})

/** Where an empty purse is filled in the sandbox. */
const faucet = ' The sandbox gives 10 USDC: POST /sandbox/faucet {"address":"0x..."}.'

/** A payment that is refused for want of money: in the sandbox there is more. */
const withFaucet = (failure: Failure): Failure =>
  failure._tag === "PAYMENT_REJECTED" && isInsufficientBalance(failure.details?.reason ?? "")
    ? new PaymentRejected({ ...failure, message: failure.message + faucet })
    : failure

/** A problem's pointer for the log. The name of a field that there is not may be anything that the caller wrote. */
const logged = (problem: Problem): string =>
  RequestDecoder.isUnknownField(problem) ? problem.pointer.replace(/[^/]*$/, "…") : problem.pointer

/** Notes why a call fails: its code, where its body is at fault, or the reason. */
const note = (failure: Failure, call: Call.Call): void => {
  call.outcome = failure._tag
  if (failure._tag === "PAYMENT_SETTLEMENT_PENDING") call.charged = "unknown"
  const reason = failure.why ?? failure.details?.reason
  if (reason !== undefined) call.reason = reason
  const problems = failure.details?.problems
  if (problems !== undefined) call.pointer = AccessLog.pointersOf(problems.map(logged))
}

const isGone = (cause: Cause.Cause<unknown>) =>
  HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId)

/** The failure that the caller is told, noted in the call's record. `None`: the client has gone, and is told nothing. */
export const reporter =
  (sandbox: boolean) =>
  (cause: Cause.Cause<unknown>, call: Call.Call): Effect.Effect<Option.Option<Failure>> => {
    if (isGone(cause)) {
      call.outcome = "client_gone"
      return Effect.succeedNone
    }
    const told = Responses.translate(Cause.squash(cause))
    const failure = isFailure(told) ? (sandbox ? withFaucet(told) : told) : internal
    note(failure, call)
    return isFailure(told)
      ? Effect.succeedSome(failure)
      : Effect.logError("unexpected failure", cause).pipe(
          Effect.annotateLogs({ requestId: call.id }),
          Effect.as(Option.some(failure))
        )
  }
