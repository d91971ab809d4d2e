/**
 * `almanac status`: what became of a payment, by its key in the journal or by payer and nonce; without words, the
 * purchases that are not finished.
 */
import { AlmanacError } from "../../Client/Errors.ts"
import type { PaymentStatus } from "../../Client/generated/types.ts"
import type { Almanac, Charged, JournalledPurchase } from "../../Client/index.ts"
import { words } from "../../Client/Status.ts"
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

type Rows = ReadonlyArray<ReadonlyArray<string>>

const rowsOf = (
  status: PaymentStatus,
  meaning = `${status.state}: ${meanings[status.state] ?? ""}`
): Rows => [
  ["state", meaning],
  ["amount", `${status.amount.decimal} USDC on ${status.network}`],
  ["payer", status.payer],
  ["nonce", status.nonce],
  ["transaction", status.transaction ?? "none"],
  ["created", status.createdAt],
  ["settled", status.settledAt ?? "not yet"],
  ["valid until", status.validBefore]
]

const textOf = (rows: Rows) => `${columns(rows.map((row) => row.map(visible))).join("\n")}\n`

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

const purchaseRows = ({ amount, at, id, key }: JournalledPurchase): Rows => [
  ["key", key],
  ["capability", `${id}, ${amount} USDC, ${at}`]
]

/** What the journal knows, where the service knows nothing. */
const journalled: Readonly<Record<JournalledPurchase["state"], string>> = {
  open: "it may be charged",
  charged: "charged",
  free: "not charged"
}

/** Whether a payment was charged, by its state. */
const chargedIn = ({ state }: PaymentStatus): Charged => {
  const word = words[state]
  return word === undefined ? "unknown" : word === "charged"
}

/** Whether a purchase was charged, by two that may know: a charge that one of them has seen has happened. */
const chargedOf = ({ state }: JournalledPurchase, payment: PaymentStatus | undefined): Charged => {
  if (state === "charged") return true
  if (payment !== undefined) return chargedIn(payment)
  return state === "open" ? "unknown" : false
}

/** What is said of the money, once: by the service, but where the journal has seen a charge that it denies. */
const stateRows = (purchase: JournalledPurchase, payment: PaymentStatus | undefined): Rows => {
  const { state } = purchase
  if (payment === undefined)
    return [["state", `the service does not know the payment; by the journal ${journalled[state]}`]]
  return state === "charged" && chargedIn(payment) !== true
    ? rowsOf(payment, `charged, by the journal; the service calls it ${payment.state}`)
    : rowsOf(payment)
}

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
  const charged = chargedOf(purchase, payment)
  // One that the journal takes for free was charged all the same: its answer has not come either.
  const isUnfinished =
    (purchase.state === "free" && charged === true) || (await client.open()).some((one) => one.key === key)
  return {
    document: { ...facts, charged, payment: payment ?? null },
    text: textOf([...purchaseRows(purchase), ...stateRows(purchase, payment)]),
    notes: isUnfinished ? [`to finish it: ${resumeCommand(program, key, args)}`] : []
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
