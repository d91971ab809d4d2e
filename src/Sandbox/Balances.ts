/**
 * The balances of the sandbox's accounts, on the local or the simulated chain.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { ChainUnavailable } from "../Payment/chain/Chain.ts"
import { Quantity, type RpcCall, rpcCall } from "../Payment/chain/JsonRpc.ts"
import * as Abi from "../Payment/request/Abi.ts"
import type { Asset } from "../Resources/Assets.ts"
import { buyers, wallet } from "./Accounts.ts"
import { Anvil } from "./Anvil.ts"
import { SimulatedChain } from "./SimulatedChain.ts"

/** Balances in atomic USDC. */
export class Balances extends Context.Tag("almanac/Balances")<
  Balances,
  {
    /** Of every account that ever held USDC, by lower-case address. */
    readonly balances: Effect.Effect<Readonly<Record<string, bigint>>, ChainUnavailable>
    /** Mints; answers the new balance. */
    readonly credit: (address: string, amount: bigint) => Effect.Effect<bigint, ChainUnavailable>
  }
>() {}

/** On the simulated chain. */
export const simulated: Layer.Layer<Balances, never, SimulatedChain> = Layer.effect(Balances, SimulatedChain)

const Word = Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{64}$/))

const Receipt = Schema.Struct({ status: Quantity })

/** The addresses that ever received a transfer. */
const payees = (call: RpcCall, token: string) =>
  call(
    "eth_getLogs",
    [
      {
        address: token,
        topics: [`0x${Abi.hashOfText("Transfer(address,address,uint256)")}`],
        fromBlock: "0x0"
      }
    ],
    Schema.Array(Schema.Struct({ topics: Schema.Tuple(Word, Word, Word) }))
  ).pipe(Effect.map((logs) => logs.map(({ topics: [, , to] }) => `0x${to.slice(-40).toLowerCase()}`)))

const balanceOf = (call: RpcCall, token: string, address: string) =>
  call(
    "eth_call",
    [{ to: token, data: `0x${Abi.selector("balanceOf(address)")}${Abi.address(address)}` }, "latest"],
    Word
  ).pipe(Effect.map(BigInt))

/**
 * Mints from the chain's own account, for which anvil signs. The token lets any account mint. Of two transactions that are
 * sent from one account at once, the chain refuses one: each is sent in its turn.
 */
const mint = (call: RpcCall, turn: Effect.Semaphore, token: string, address: string, amount: bigint) =>
  Effect.gen(function* () {
    const [from] = yield* call("eth_accounts", [], Schema.Tuple([Schema.String], Schema.String))
    const data = `0x${Abi.selector("mint(address,uint256)")}${Abi.address(address)}${Abi.uint256(String(amount))}`
    const transaction = yield* turn.withPermits(1)(
      call("eth_sendTransaction", [{ from, to: token, data }], Word)
    )
    // Without a block time it is mined at once; otherwise the receipt is missing for a while.
    const { status } = yield* call("eth_getTransactionReceipt", [transaction], Receipt).pipe(
      Effect.retry({
        times: 400,
        schedule: Schedule.spaced("25 millis"),
        while: ({ reason }) => reason === "missing"
      })
    )
    if (status !== 1) return yield* new ChainUnavailable({ reason: "refused" })
  })

/** On the real chain of this machine, in the units of a token placed there. */
export const anvil = ({
  address: token
}: Pick<Asset, "address">): Layer.Layer<Balances, never, Anvil | HttpClient.HttpClient> =>
  Layer.effect(
    Balances,
    Effect.gen(function* () {
      const { url } = yield* Anvil
      const node = rpcCall(yield* HttpClient.HttpClient, Redacted.make(url))
      const turn = yield* Effect.makeSemaphore(1)
      return {
        balances: Effect.gen(function* () {
          const paid = yield* payees(node, token)
          const holders = [...new Set([...buyers.map(({ address }) => address), wallet, ...paid])]
          return Object.fromEntries(
            yield* Effect.forEach(holders, (holder) =>
              Effect.map(balanceOf(node, token, holder), (balance) => [holder, balance] as const)
            )
          )
        }),
        credit: (address, amount) =>
          Effect.zipRight(mint(node, turn, token, address, amount), balanceOf(node, token, address))
      }
    })
  )
