/**
 * Compares what the chain has with what the ledger counts, both ways.
 */
import { Effect, Option } from "effect"
import { type AuthorizationStatus, searchWindow } from "../../../src/Payment/chain/Chain.ts"
import * as Changes from "../changes/Record.ts"
import { type Node, unavailable } from "../Node.ts"
import type { PaymentRef } from "../Options.ts"
import * as Payments from "../Payments.ts"
import type { Transfer } from "../Transfers.ts"

/** `difference`: chain and ledger disagree. `waiting`: it will be decided. `aside`: no payment of a call. */
export type Verdict = "difference" | "accepted" | "waiting" | "aside"

/** One thing that is not as it should be, or not yet. `at`: Unix seconds. */
export interface Finding {
  readonly verdict: Verdict
  readonly what: string
  readonly payment: PaymentRef | undefined
  readonly payer: string
  readonly amount: bigint
  readonly transaction: string | undefined
  readonly at: number
}

/** Sums in atomic units. */
export interface Comparison {
  readonly since: number
  /** The time of the newest block that was read. */
  readonly until: number
  readonly transfers: { readonly count: number; readonly sum: bigint }
  readonly counted: { readonly count: number; readonly sum: bigint }
  readonly findings: ReadonlyArray<Finding>
}

/** Seconds that a settlement may be newer than the newest block that is taken for final. */
const margin = 120

const nameOf = ({ nonce, payer }: PaymentRef) => `${payer}/${nonce}`

const total = (all: ReadonlyArray<{ readonly amount: bigint }>) => ({
  count: all.length,
  sum: all.reduce((sum, { amount }) => sum + amount, 0n)
})

/** What a transfer comes to whose payment is known, or is not. */
const judgeTransfer = (
  row: Payments.Payment | undefined,
  { amount }: Transfer
): readonly [Verdict, string] | undefined => {
  if (row === undefined) return ["difference", "paid, and not in the ledger"]
  if (row.amount !== amount) return ["difference", "paid another amount than the ledger has"]
  if (Payments.isCounted(row)) return undefined
  return Payments.isPending(row)
    ? ["waiting", "paid, and not decided yet: its call or the service's reconciler does"]
    : ["difference", `paid, and ${row.state} in the ledger`]
}

const judgeStatus = (
  { settledAt }: Payments.Payment,
  status: AuthorizationStatus
): readonly [Verdict, string] | undefined => {
  switch (status._tag) {
    case "Transferred":
      return undefined
    case "Unused":
      return (settledAt ?? 0) > status.asOf - margin
        ? ["waiting", "counted as paid, in no block that is old enough yet"]
        : ["difference", "counted as paid, and never was"]
    case "Cancelled":
      return ["difference", "counted as paid, and its payer has cancelled it"]
    case "UsedElsewhere":
      return ["difference", "counted as paid, and its payer has paid somebody else by it"]
    case "UsedUntraceable":
      return ["difference", "counted as paid; its nonce is used, and the node does not show by what"]
  }
}

/** The transfers whose payments a transaction tells: one of its rows and one of its transfers have payer and amount. */
const byTransaction = (transfers: ReadonlyArray<Transfer>, rows: ReadonlyArray<Payments.Payment>) => {
  const idOf = (transaction: string | null, payer: string, amount: bigint) =>
    `${transaction} ${payer} ${amount}`
  const count = new Map<string, number>()
  const add = (id: string) => count.set(id, (count.get(id) ?? 0) + 1)
  for (const { amount, from, transaction } of transfers) add(idOf(transaction, from, amount))
  const candidates = new Map<string, ReadonlyArray<Payments.Payment>>()
  for (const row of rows) {
    const id = idOf(row.transaction, row.payer, row.amount)
    candidates.set(id, [...(candidates.get(id) ?? []), row])
  }
  return (transfer: Transfer): Payments.Payment | undefined => {
    const id = idOf(transfer.transaction, transfer.from, transfer.amount)
    const [only, ...others] = candidates.get(id) ?? []
    return count.get(id) === 1 && others.length === 0 ? only : undefined
  }
}

/** Chain against ledger from a moment on, in Unix seconds. */
export const compare = (node: Node, since: number) =>
  Effect.gen(function* () {
    const { asset, network } = yield* Payments.token
    const addresses = yield* Payments.payees
    // The ledger first: what is settled meanwhile is on the chain already.
    const counted = yield* Payments.countedSince(since)
    const head = yield* node.head
    const search = { asset, addresses, since, head }
    const transfers = yield* node.transfers
      .find({ ...search, direction: "to" })
      .pipe(Effect.mapError(unavailable))

    const known = byTransaction(
      transfers,
      yield* Payments.byTransactions([...new Set(transfers.map(({ transaction }) => transaction))])
    )
    const named = yield* Effect.forEach(transfers, (transfer) => {
      const row = known(transfer)
      return row !== undefined && Payments.isCounted(row)
        ? Effect.succeed({ transfer, payment: Option.some<PaymentRef>(row) })
        : Effect.map(node.transfers.nonceOf(asset, transfer), (nonce) => ({
            transfer,
            payment: Option.map(nonce, (nonce): PaymentRef => ({ payer: transfer.from, nonce }))
          }))
    }).pipe(Effect.mapError(unavailable))
    const names = named.flatMap(({ payment }) => Option.toArray(payment))
    const rows = new Map((yield* Payments.byNames(names)).map((row) => [nameOf(row), row]))
    const paid = new Set(names.map(nameOf))

    const ofTransfers = yield* Effect.forEach(named, ({ payment, transfer }) => {
      const judged: readonly [Verdict, string] | undefined = Option.match(payment, {
        onNone: () => ["aside", "sent by hand: no payment of a call"] as const,
        onSome: (name) => judgeTransfer(rows.get(nameOf(name)), transfer)
      })
      if (judged === undefined) return Effect.succeed([])
      const [verdict, what] = judged
      return Effect.map(Effect.mapError(node.transfers.timeOf(transfer.block), unavailable), (at) => [
        {
          verdict,
          what,
          payment: Option.getOrUndefined(payment),
          payer: transfer.from,
          amount: transfer.amount,
          transaction: transfer.transaction,
          at
        }
      ])
    })

    const unseen = counted.filter((row) => !paid.has(nameOf(row)))
    const ofRows = yield* Effect.forEach(unseen, (row) =>
      Effect.map(
        Effect.mapError(
          node.authorization({
            key: { network, asset, payer: row.payer, nonce: row.nonce },
            payTo: row.payTo,
            amount: String(row.amount),
            window: searchWindow(row.validBefore, Math.floor(row.createdAt))
          }),
          unavailable
        ),
        (status) => {
          const judged = judgeStatus(row, status)
          return judged === undefined
            ? []
            : [
                {
                  verdict: judged[0],
                  what: judged[1],
                  payment: { payer: row.payer, nonce: row.nonce },
                  payer: row.payer,
                  amount: row.amount,
                  transaction: row.transaction ?? undefined,
                  at: row.settledAt ?? row.createdAt
                }
              ]
        }
      )
    )

    const explained = new Map(
      (yield* Changes.all).flatMap((change) =>
        change.payer === null || change.nonce === null
          ? []
          : [[nameOf({ payer: change.payer, nonce: change.nonce }), change] as const]
      )
    )
    /** A refund explains money that came, and makes a difference of money that never did a greater one. */
    const explain =
      (hasCome: boolean) =>
      (finding: Finding): Finding => {
        const change = finding.payment === undefined ? undefined : explained.get(nameOf(finding.payment))
        if (finding.verdict !== "difference" || change === undefined) return finding
        const what = `${finding.what}; ${change.kind} by ${change.madeBy} (change ${change.id})`
        return change.kind === "refund" && !hasCome
          ? { ...finding, what }
          : { ...finding, verdict: "accepted", what }
      }
    const findings = [...ofTransfers.flat().map(explain(true)), ...ofRows.flat().map(explain(false))]
    const comparison: Comparison = {
      since,
      until: head.timestamp,
      transfers: total(transfers),
      counted: total(counted),
      findings
    }
    return comparison
  })
