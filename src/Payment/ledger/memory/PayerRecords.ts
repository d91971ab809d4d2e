/**
 * What the in-memory ledger knows of payers.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { nameOf } from "../Ledger.ts"
import { maxAliases, PayerRecords } from "../PayerRecords.ts"
import { entryOf, hasDied, isOpen, isSettled, type PaymentRow, replayable } from "./PaymentRow.ts"
import { access, atPresent, type Tables } from "./Tables.ts"

/** A payer's purchase of a request under an alias, which can be waited for or whose answer can be given. */
export const byAlias = (
  tables: Tables,
  {
    alias,
    payer,
    requestHash
  }: { readonly alias: string; readonly payer: string; readonly requestHash: string },
  now: number
): PaymentRow | undefined => {
  const { aliases } = tables
  const found = access(tables).select(
    (row) =>
      row.payer === payer &&
      row.idempotencyKey === null &&
      row.requestHash === requestHash &&
      aliases.get(nameOf(row))?.has(alias) === true &&
      ((isOpen(row) && !hasDied(row, now)) || (isSettled(row) && Option.isSome(replayable(row, now))))
  )
  return found.toSorted((left, right) => right.createdAt - left.createdAt)[0]
}

/** The port on these tables. */
export const make = (tables: Tables): PayerRecords["Type"] => {
  const { aliases } = tables
  const { find, select } = access(tables)

  return PayerRecords.of({
    hasPaid: ({ asset, network, payer }) =>
      Effect.sync(
        () =>
          select(
            (row) => isSettled(row) && row.payer === payer && row.asset === asset && row.network === network
          ).length > 0
      ),

    addAlias: (key, alias) =>
      Effect.sync(() => {
        const known = aliases.get(nameOf(key)) ?? new Set<string>()
        const hasAnswer = (row: PaymentRow) => isOpen(row) || row.response !== null
        const takes = Option.exists(find(key), (row) => row.idempotencyKey === null && hasAnswer(row))
        if (takes && known.size < maxAliases) aliases.set(nameOf(key), known.add(alias))
        return known.has(alias)
      }),

    findByAlias: (payer, alias, requestHash) =>
      atPresent((now) =>
        Option.map(Option.fromNullable(byAlias(tables, { alias, payer, requestHash }, now)), (row) =>
          entryOf(row, now)
        )
      )
  })
}
