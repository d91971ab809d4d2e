/**
 * `almanac status`: what became of a payment, by its key in the journal or by payer and nonce; without words, the
 * purchases that are not finished.
 */
import { AlmanacError } from "../../Client/Errors.ts"
import type { PaymentStatus } from "../../Client/generated/types.ts"
import type { Almanac, JournalledPurchase } from "../../Client/index.ts"
import type { Invocation, Report, Run } from "../Command.ts"
import { connectFree, connectToPay } from "../Connection.ts"
import { columns } from "../output/Layout.ts"
import { visible } from "../output/Visible.ts"
import { resumeCommand } from "../Resume.ts"
import { readSettings } from "../settings/Settings.ts"
import { noMore, UsageError } from "../Usage.ts"

/** What a state means, in words. */
const meanings: Readonly<Record<PaymentStatus["state"], string>> = {
  reserved: "the call runs, nothing is charged yet",
  settling: "the answer is stored, the transfer is under way",
  settled: "charged",
  presumed_settled: "charged, by the facilitator's word",
  unknown: "it is being found out whether it is charged",
  failed: "not charged, the transfer will not happen",
  released: "not charged"
}

const rowsOf = (status: PaymentStatus): ReadonlyArray<ReadonlyArray<string>> => [
  ["state", `${status.state}: ${meanings[status.state] ?? ""}`],
  ["amount", `${status.amount.decimal} USDC on ${status.network}`],
  ["payer", status.payer],
  ["nonce", status.nonce],
  ["transaction", status.transaction ?? "none"],
  ["created", status.createdAt],
  ["settled", status.settledAt ?? "not yet"],
  ["valid until", status.validBefore]
]

const textOf = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  `${columns(rows.map((row) => row.map(visible))).join("\n")}\n`

const ofPayment = async (
  client: Almanac,
  payer: string,
  nonce: string,
  signal: AbortSignal
): Promise<Report> => {
  const status = await client.payment(payer, nonce, { signal }).catch((error: unknown) => {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  })
  return { document: status, text: textOf(rowsOf(status)) }
}

const purchaseRows = ({
  amount,
  at,
  id,
  key,
  state
}: JournalledPurchase): ReadonlyArray<ReadonlyArray<string>> => [
  ["key", key],
  ["capability", `${id}, ${amount} USDC, ${at}`],
  ["journal", state]
]

/** The service forgets a payment that was not charged when its window is over. */
const statusOf = async (
  client: Almanac,
  payer: string,
  { nonce }: JournalledPurchase,
  signal: AbortSignal
): Promise<PaymentStatus | undefined> => {
  try {
    return await client.payment(payer, nonce, { signal })
  } catch (error) {
    if (error instanceof AlmanacError && error.code === "NOT_FOUND") return undefined
    throw error
  }
}

const ofKey = async (invocation: Invocation, key: string): Promise<Report> => {
  const { args, program, terminal } = invocation
  const { client, wallet } = await connectToPay(await readSettings(args, terminal), terminal)
  const purchase = await client.find(key)
  if (purchase === undefined)
    throw new AlmanacError("UNKNOWN_KEY", `the journal has no purchase ${key}`, { charged: false })
  const payment = await statusOf(client, wallet.address, purchase, terminal.interrupted)
  const { body, ...facts } = purchase
  return {
    document: { ...facts, payment: payment ?? null },
    text: textOf([
      ...purchaseRows(purchase),
      ...(payment === undefined ? [["state", "the service does not know the payment"]] : rowsOf(payment))
    ]),
    notes: (await client.open()).some((one) => one.key === key)
      ? [`to finish it: ${resumeCommand(program, key, args)}`]
      : []
  }
}

const openPurchases = async ({ args, program, terminal }: Invocation): Promise<Report> => {
  const { client } = await connectToPay(await readSettings(args, terminal), terminal)
  const open = await client.open()
  const [first] = open
  return {
    document: { open: open.map(({ body, ...facts }) => facts) },
    text:
      first === undefined
        ? "everything is finished\n"
        : textOf([
            ["KEY", "ID", "USDC", "SINCE"],
            ...open.map(({ amount, at, id, key }) => [key, id, amount, at])
          ]),
    notes: first === undefined ? [] : [`to finish one: ${resumeCommand(program, first.key, args)}`]
  }
}

export const run: Run = async (invocation) => {
  const { args, terminal } = invocation
  const [first, nonce] = args.words
  noMore(args.words, 2)
  if (first === undefined) return openPurchases(invocation)
  if (nonce === undefined) return ofKey(invocation, first)
  const client = await connectFree(await readSettings(args, terminal), terminal)
  return ofPayment(client, first, nonce, terminal.interrupted)
}
