/** Faults in how a settlement of unknown outcome is found out about. */
import type { Mutant } from "../Mutant.ts"

const resolution = "reconcile/Resolve"
const chain = "Payment/chain/RpcChain"

export const outcomes: ReadonlyArray<Mutant> = [
  {
    name: "a payment is presumed settled before its window has ended",
    rule: "Presumed is only what is over and whose nonce was called used.",
    source: "docs/charges.md",
    edits: [
      {
        within: "byFacilitator",
        find: "payment.nonceUsed && isOver",
        replace: "payment.nonceUsed"
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain none, facilitator away, -100 s after its end"
    }
  },
  {
    name: "an unused nonce has failed before its window has ended",
    rule: "Unused is a failure once the chain's own clock has passed the end.",
    source: "`AuthorizationStatus`",
    edits: [
      {
        within: "Unused",
        find: "BigInt(asOf) >= end",
        replace: "asOf > 0"
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain unused, facilitator refuses, -100 s after its end"
    }
  },
  {
    name: "a transfer to another payee is taken for ours",
    rule: "A nonce that went to another transfer never paid us.",
    source: "`AuthorizationStatus`",
    edits: [
      {
        within: "UsedElsewhere",
        find: 'Resolution.Failed({ reason: "authorization_diverted", refusePayer: true })',
        replace: 'Resolution.Settled({ transaction: "0x" })'
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain diverted, facilitator settles, -100 s after its end"
    }
  },
  {
    name: "the amount of a transfer is not looked at",
    rule: "A payment is paid by a transfer of its amount to its payee.",
    source: "EIP-3009; `statusOf`",
    edits: [
      {
        within: "isPaid",
        find: "&& same(data,",
        replace: "|| same(data,"
      }
    ],
    killedBy: { file: chain, test: "a question > UsedElsewhere: used, and a smaller transfer follows" }
  },
  {
    name: "any transfer of the transaction pays",
    rule: "Only the very next log entry is the payment's transfer: a transaction may carry out several.",
    source: "FiatTokenV2; `statusOf`",
    edits: [
      {
        within: "statusOf",
        find: "logIndex === used.logIndex + 1",
        replace: "logIndex > used.logIndex"
      }
    ],
    killedBy: { file: chain, test: "a question > UsedUntraceable: used, and what follows is not next" }
  },
  {
    name: "the reconciler goes by its own clock",
    rule: "A process whose clock is wrong decides as every other: by the ledger's time.",
    source: "`PendingPayment`",
    edits: [
      {
        within: "Resolve.make",
        find: "Math.floor(payment.takenAt)",
        replace: "Math.floor(Date.now() / 1000)"
      }
    ],
    killedBy: {
      file: "Payment/reconcile/Resolve",
      test: "a payment of unknown outcome > chain none, facilitator used, -100 s after its end"
    }
  }
]
