/**
 * Who moves the money, and who sees whether it moved.
 */
import { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Schema } from "effect"
import type { ChainUnavailable } from "../../src/Payment/chain/Chain.ts"
import { Quantity, rpcCall } from "../../src/Payment/chain/JsonRpc.ts"
import * as Supported from "../../src/Payment/facilitator/Supported.ts"
import * as Assets from "../../src/Resources/Assets.ts"
import { checksummed } from "../../src/Settings/Address.ts"
import { networkName, type Settings } from "../../src/Settings.ts"
import { type Finding, fail, off, ok, warn } from "./Finding.ts"

/** What a facilitator is to us: its line of the report, where it is, and the settings that it goes by. */
interface Place extends Supported.Place {
  readonly name: string
  readonly setting: string
  readonly keys: string
}

/** Whether a facilitator settles scheme `exact` of version 2 on our network. */
const settles = (settings: Settings["Type"], place: Place) => {
  const { keys, name, setting, url } = place
  const { chain } = settings.payment
  const where = new URL(url).host
  return Supported.serves(place, chain.network).pipe(
    Effect.map((served) =>
      served
        ? ok(name, `${where} settles exact on ${chain.network} (${networkName(settings)})`)
        : fail(
            name,
            `${where} does not settle exact, version 2, on ${chain.network}`,
            `set X402_NETWORK to a chain that it settles on, or ${setting} to one that settles there`
          )
    ),
    Effect.catchAll((error) => {
      const status = error._tag === "ResponseError" ? error.response.status : undefined
      return Effect.succeed(
        status === 401 || status === 403
          ? fail(name, `${where} does not know us (${status})`, `set ${keys}`)
          : fail(
              name,
              `${where} does not tell what it supports (${Supported.problemOf(error)})`,
              `check ${setting} and the way to it; until then paid calls answer 503`
            )
      )
    })
  )
}

/** The facilitator, or the first of two. */
export const facilitator = (settings: Settings["Type"]) =>
  settles(settings, {
    name: "facilitator",
    url: settings.payment.chain.facilitatorUrl,
    credentials: settings.payment.credentials,
    setting: "X402_FACILITATOR_URL",
    keys: "X402_FACILITATOR_TOKEN, or CDP_API_KEY_ID and CDP_API_KEY_SECRET"
  })

/** The second facilitator, where there is one. */
const secondFacilitator = (settings: Settings["Type"]) =>
  Option.match(settings.payment.fallback, {
    onNone: () => Effect.succeed([]),
    onSome: (second) =>
      Effect.map(
        settles(settings, {
          ...second,
          name: "second facilitator",
          setting: "X402_FACILITATOR_FALLBACK_URL",
          keys: "X402_FACILITATOR_FALLBACK_TOKEN"
        }),
        (one) => [one]
      )
  })

/** The facilitators, one or two. */
export const facilitators = (settings: Settings["Type"]) =>
  Effect.zipWith(facilitator(settings), secondFacilitator(settings), (first, others) => [first, ...others])

/** Whether somebody can be at the address that is paid. What stands there only the chain knows. */
export const payee = ({
  payment: { chain, payTo, rpcUrl }
}: Settings["Type"]): Effect.Effect<Finding, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const where = `${payTo} on ${chain.network}`
    if (payTo !== checksummed(payTo)) {
      return warn(
        "payee",
        `${where}: without its checksum a mistyped digit is not noticed`,
        `compare it with your wallet, and write X402_PAY_TO=${checksummed(payTo)}`
      )
    }
    if (Option.isNone(rpcUrl)) return ok("payee", `${where}, its checksum is right`)
    const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const code = yield* rpcCall(client, rpcUrl.value)("eth_getCode", [payTo, "latest"], Schema.String).pipe(
      Effect.timeout(Duration.seconds(10)),
      Effect.option
    )
    return Option.exists(code, (code) => code !== "0x")
      ? warn(
          "payee",
          `${where} is a contract`,
          "make sure that it can pass on tokens: what a contract cannot send is lost"
        )
      : ok("payee", `${where}, its checksum is right`)
  })

/** Why a node tells nothing, in words. */
const nodeProblems: Readonly<Record<ChainUnavailable["reason"], string>> = {
  connection: "the connection failed",
  timeout: "no answer in time",
  status: "it is overloaded, or its URL is another's",
  refused: "it refuses the call, or the key in its URL",
  malformed: "its reply is no JSON-RPC",
  missing: "its reply has no result",
  wrong_chain: "it is a node of another chain"
}

/** Whether the chain's node is one of our chain. */
export const rpc = ({
  payment: { rpcUrl, chain }
}: Settings["Type"]): Effect.Effect<Finding, never, HttpClient.HttpClient> =>
  Option.match(rpcUrl, {
    onNone: () =>
      Effect.succeed(
        off(
          "chain node",
          "X402_RPC_URL is not set: a settlement of unknown outcome is presumed when its time is over"
        )
      ),
    onSome: (url) =>
      Effect.gen(function* () {
        const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
        const id = yield* rpcCall(client, url)("eth_chainId", [], Quantity)
        return Option.contains(Option.fromNullable(Assets.chainId(chain.network)), id)
          ? ok("chain node", `answers for chain ${id}`)
          : fail(
              "chain node",
              `answers for chain ${id}, not ${chain.network}`,
              "set X402_RPC_URL to a node of X402_NETWORK"
            )
      }).pipe(
        Effect.timeout(Duration.seconds(10)),
        Effect.catchAll((error) =>
          Effect.succeed(
            fail(
              "chain node",
              `does not answer (${error._tag === "ChainUnavailable" ? nodeProblems[error.reason] : "no answer within 10 s"})`,
              "check X402_RPC_URL: without a node a settlement of unknown outcome waits"
            )
          )
        )
      )
  })
