/**
 * Refunds: prepared and recorded here, signed and sent by the operator's wallet.
 */
import { Effect, Option, Schema } from "effect"
import * as Assets from "../../../src/Resources/Assets.ts"
import * as Usdc from "../../../src/Resources/Usdc.ts"
import { checksummed } from "../../../src/Settings/Address.ts"
import * as Changes from "../changes/Record.ts"
import * as Node from "../Node.ts"
import { Amount, flag, optional, PaymentRef, reader, Transaction, Words } from "../Options.ts"
import * as Payments from "../Payments.ts"
import * as Program from "../Program.ts"
import { transferCall } from "../Transfers.ts"
import { type Paid, paid } from "./Proof.ts"

const usage = `npm run refund -- --payment <payer>/<nonce> --who NAME --why TEXT [options]
        in the image: node dist/refund.cjs, same options

  --payment P/N      the payment, as the table of npm run reconcile names it
  --who NAME         who decides it
  --why TEXT         what for
  --amount USDC      less than all of it
  --transaction TX   where the payment is on the chain, if the ledger does not know it (after a restore)
  --json             the transaction alone, for a wallet
  --help             this

Prepares the transfer of USDC back to the payer and records it (npm run changes). It sends nothing: sign and send it with
the wallet of the address that was paid. A payment is refunded once. Refused is what was not paid, is not decided yet, was
refunded already, or is more than was paid. With X402_RPC_URL the chain must show the payment; without it only what the
ledger counts as settled, by the facilitator's receipt, can be refunded.
Exit code: 0 prepared and recorded, 1 refused, 2 it could not be made.`

const text = { type: "string" } as const

const read = reader(
  {
    payment: text,
    who: text,
    why: text,
    amount: text,
    transaction: text,
    json: { type: "boolean" }
  },
  Schema.Struct({
    payment: PaymentRef,
    who: Words,
    why: Words,
    amount: optional(Amount),
    transaction: optional(Transaction),
    json: flag
  })
)

const refused = (...lines: ReadonlyArray<string>): Program.Told => ({
  lines: lines.map((line, index) => (index === 0 ? `refused: ${line}` : line)),
  code: 1
})

/** The transaction as a wallet takes it, and as a link (EIP-681). */
const transactionOf = (payer: string, { payTo }: Paid, amount: bigint) =>
  Effect.map(Payments.token, ({ asset, network }) => {
    const chainId = Assets.chainId(network) ?? 0
    const token = checksummed(asset)
    return {
      transaction: {
        chainId,
        from: checksummed(payTo),
        to: token,
        value: "0x0",
        data: transferCall(payer, amount)
      },
      link: `ethereum:${token}@${chainId}/transfer?address=${checksummed(payer)}&uint256=${amount}`
    }
  })

const told = (payer: string, paid: Paid, amount: bigint, head: string, json: boolean) =>
  Effect.map(
    transactionOf(payer, paid, amount),
    ({ link, transaction }): ReadonlyArray<string> =>
      json
        ? [JSON.stringify(transaction)]
        : [
            head,
            "",
            "Sign and send this with the wallet of its `from`; nothing has been sent.",
            JSON.stringify(transaction, null, 2),
            link
          ]
  )

/** The program. */
export const refund = Program.define({
  usage,
  read,
  work: ({ amount, json, payment, transaction, who, why }) =>
    Effect.gen(function* () {
      const [row] = yield* Payments.byNames([payment])
      if (row !== undefined && Payments.isPending(row)) {
        return refused(
          `it is ${row.state}: not decided yet whether it is paid`,
          "The service's reconciler decides it; the buyer gets the answer then."
        )
      }
      const node = yield* Node.open
      const proof = yield* paid(payment, row, node, transaction)
      if (Option.isNone(proof)) {
        const state = row === undefined ? "not in the ledger" : `${row.state} in the ledger`
        return refused(
          `nothing shows that it was paid: it is ${state}`,
          ...(Option.isNone(node)
            ? ["Set X402_RPC_URL: then the chain is asked."]
            : ["If you see it on the chain, in a block some minutes old, name its --transaction."])
        )
      }
      const back = amount ?? proof.value.amount
      if (back > proof.value.amount) {
        return refused(
          `${Usdc.format(back)} USDC is more than the ${Usdc.format(proof.value.amount)} that were paid`
        )
      }
      const change = yield* Changes.record({
        kind: "refund",
        what: `${Usdc.format(back)} USDC to the payer${proof.value.transaction === undefined ? "" : `, paid in ${proof.value.transaction}`}`,
        who,
        why,
        payment,
        amount: back
      })
      if (change === undefined) {
        const earlier = (yield* Changes.all).find(
          ({ kind, nonce, payer }) => kind === "refund" && payer === payment.payer && nonce === payment.nonce
        )
        const before = earlier?.amount ?? back
        return {
          lines: [
            `refused: it has a refund already, ${Usdc.format(before)} USDC by ${earlier?.madeBy} at ${earlier?.madeAt.toISOString()} (change ${earlier?.id})`,
            ...(yield* told(payment.payer, proof.value, before, "If that was never sent, this is it:", false))
          ],
          code: 1
        }
      }
      const head = `${Usdc.format(back)} USDC of ${Usdc.format(proof.value.amount)} back to ${payment.payer}${proof.value.proven ? "" : " (paid by the facilitator's word: no node was asked)"}, recorded as change ${change.id}`
      return { lines: yield* told(payment.payer, proof.value, back, head, json), code: 0 }
    })
})
