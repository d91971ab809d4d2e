/** Faults in what a receipt proves, in the search for a transfer, and in what is done with rows whose time is over. */
import type { Mutant } from "../Mutant.ts"

const receipts = "Http/payments/Receipts"
const resolution = "reconcile/Resolve"
const facilitator = "facilitator/HttpFacilitator"
const search = "Payment/chain/Search"

export const receiptFaults: ReadonlyArray<Mutant> = [
  {
    name: "a receipt for another payer is sold",
    rule: "A receipt counts when its payer, where it names one, is the payment's.",
    source: "`Replies.judgeReceipt`",
    edits: [{ within: "judgeReceipt", find: "!isPayer(expected, receipt.payer)", replace: "false" }],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of another payer is never sold, however often it is told, and somebody is called"
    }
  },
  {
    name: "a receipt for another amount is sold",
    rule: "A receipt counts when its amount, where it names one, is the payment's.",
    source: "`Replies.judgeReceipt`",
    edits: [{ within: "judgeReceipt", find: "!isAmount(expected, receipt.amount)", replace: "false" }],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of less is never sold, however often it is told, and somebody is called"
    }
  },
  {
    name: "a receipt without a transaction is sold at once",
    rule: "A receipt counts when its transaction is 0x and 64 hexadecimal digits.",
    source: "`Replies.judgeReceipt`",
    edits: [
      {
        within: "judgeReceipt",
        find: 'unproven("receipt_transaction", "unusable")',
        replace: 'Either.right({ transaction: "" })'
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of an empty transaction is sold when it is told again, 10 s later"
    }
  },
  {
    name: "a receipt under an empty network's name is not sold",
    rule: "An empty or absent network in a receipt says nothing; a name of version 1 is ours.",
    source: "`Replies.isNetwork`",
    edits: [{ within: "isNetwork", find: "isAbsent(value) ||", replace: "" }],
    killedBy: { file: receipts, test: "a receipt, without a node > of an empty network is sold" }
  },
  {
    name: "one transaction is sold to many payments",
    rule: "A transaction proves one payment, over all replicas: a unique rule of the ledger.",
    source: "`Ledger`",
    edits: [
      {
        within: "recordTransfer",
        find: "owns: String(owns)",
        replace: 'owns: "false"'
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of one transaction is one payment's of the many that are settled at once"
    }
  },
  {
    name: "a verification of another payer's payment is believed",
    rule: "An answer of /verify about another payer says nothing about this one.",
    source: "`verdict`",
    edits: [{ within: "verdict", find: "isPayer(submission, payer)", replace: "payer !== submission" }],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > a verification that calls another payer's payment good is none: 503, and nothing runs"
    }
  },
  {
    name: "another payer's failure is told as this one's",
    rule: "A failure of another payer's settlement says nothing of this one: unknown.",
    source: "`settlement`",
    edits: [{ within: "settlement", find: "!isPayer(submission, reply.payer)", replace: "false" }],
    killedBy: { file: facilitator, test: "settle > failure of another payer, insufficient_funds" }
  },
  {
    name: "a node is not asked about a receipt that proves nothing",
    rule: "With a node, the chain is asked within the call about a receipt that proves nothing.",
    source: "docs/money.md",
    edits: [
      {
        within: "afterUnknown",
        find: "first.receipt !== undefined && Option.isSome(chain)",
        replace: "false"
      },
      { within: "repeat", find: "second.receipt === undefined", replace: "true" }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of an empty transaction, of a transfer that the chain has, is sold at once"
    }
  },
  {
    name: "a simulation that failed is told without the chain",
    rule: "With a node, a settlement whose simulation failed is checked on the chain before it is told as 402.",
    source: "docs/money.md",
    edits: [
      {
        within: "afterFailure",
        find: "Option.isSome(chain)",
        replace: "Option.isSome(chain) && !/simulation_failed$/.test(failure.reason)"
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of a simulation that failed is checked: the transfer has happened"
    }
  },
  {
    name: "a balance that is too small is told without the chain",
    rule: "With a node, it is checked on the chain whether the payer's money has gone into this very payment.",
    source: "docs/money.md",
    edits: [
      {
        within: "afterFailure",
        find: "Option.isSome(chain)",
        replace: "Option.isSome(chain) && !/insufficient_funds$/.test(failure.reason)"
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of a balance that is too small is checked: the transfer has happened"
    }
  },
  {
    name: "a revert is told without the chain",
    rule: "With a node, a revert is checked on the chain before it is told as 402: a transfer makes others revert.",
    source: "docs/money.md",
    edits: [
      {
        within: "afterFailure",
        find: "Option.isSome(chain)",
        replace: "Option.isSome(chain) && failure.transaction === undefined"
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of a revert is checked: the transfer has happened"
    }
  },
  {
    name: "a node that lags behind proves that nothing was charged",
    rule: "An unused nonce proves nothing as of a block that is older than the facilitator's answer.",
    source: "docs/money.md",
    edits: [{ within: "fate", find: "status.asOf >= Math.ceil(told / 1000)", replace: "status.asOf > 0" }],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of a simulation that failed is checked: the transfer is unknown to a node that lags behind"
    }
  },
  {
    name: "a block from amid the facilitator's question proves that nothing was charged",
    rule: "The transfer may come after the question: an unused nonce counts from a block no older than the answer.",
    source: "docs/money.md",
    edits: [
      {
        within: "fate",
        find: "status.asOf >= Math.ceil(told / 1000)",
        replace: "status.asOf >= Math.floor(told / 1000) - 5"
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, with a node > of a simulation that failed is checked: the transfer has happened while the facilitator was being asked, and is in no block yet that the node has"
    }
  },
  {
    name: "a payment whose transaction reverted buys again",
    rule: "A failed payment for which a transaction was sent is public, with its signature: it buys nothing any more.",
    source: "docs/money.md",
    edits: [
      { within: "reserveFunction", find: "AND sent.transaction IS NOT NULL", replace: "AND false" },
      { within: "reserveFunction", find: "AND payments.transaction IS NULL", replace: "" }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of a failure by invalid_exact_evm_transaction_failed: whether the payment, public where it was sent, buys later"
    }
  },
  {
    name: "every failed settlement distrusts its payer",
    rule: "Only a short balance, a bad signature, a cancelled or diverted authorization and a revert distrust a payer.",
    source: "`isPayersFault`",
    edits: [
      {
        within: "isPayersFault",
        find: "isInsufficientBalance(reason) || isSignature(reason)",
        replace: "true"
      }
    ],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of a failure by unsupported_scheme: whether its payer is refused for a while"
    }
  },
  {
    name: "a success that proves nothing is believed when it is told twice at once",
    rule: "Without a node, such a success makes a payment presumed settled when it is repeated at least 10 s later.",
    source: "`Resolution`",
    edits: [
      {
        within: "afterUnusable",
        find: "payment.receiptSeconds >= receiptDistance",
        replace: "payment.receiptSeconds >= 0"
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain none, facilitator unusable, -99 s after its end"
    }
  },
  {
    name: "a success for another payer is believed when it is told twice",
    rule: "A success of another payer or amount is never sold, however often it is told.",
    source: "`Resolution`",
    edits: [
      {
        within: "settleAgain",
        find: 'return receipt === "unusable" ?',
        replace: "return receipt !== undefined ?"
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain none, facilitator another, -99 s after its end"
    }
  },
  {
    name: "another payment's transaction is believed when it is told twice",
    rule: "A success that names another payment's transaction is never sold, however often it is told.",
    source: "docs/money.md",
    edits: [{ within: "record", find: "Resolve.reused", replace: "Resolve.Resolution.Presumed()" }],
    killedBy: {
      file: receipts,
      test: "a receipt, without a node > of another payment's transaction is never sold, however often it is told, and somebody is called"
    }
  },
  {
    name: "a success that proves nothing is believed although a node can be asked",
    rule: "Where a node is configured, only the chain or a receipt that counts ends an unknown payment.",
    source: "`Resolution`",
    edits: [{ within: "afterUnusable", find: "!hasChain &&", replace: "" }],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain unused, facilitator unusable, -100 s after its end"
    }
  },
  {
    name: "a payment of older rules is settled for years",
    rule: "A row that was reserved under older rules is over an hour after it was made, and never settled later.",
    source: "`endOf`",
    edits: [
      {
        within: "byFacilitator",
        find: "now >= end && end < BigIntSeconds(payment.validBefore)",
        replace: "false"
      }
    ],
    killedBy: {
      file: resolution,
      test: "a payment of unknown outcome > chain none, facilitator settles, 32 s after its end"
    }
  },
  {
    name: "the search begins at the chain's head and not in the payment's window",
    rule: "A transfer is looked for in the blocks of its window, found by their times.",
    source: "docs/money.md",
    edits: [
      {
        within: "plan",
        find: "(yield* blockAt(head, from - margin, timeOf)).before + 1",
        replace: "Math.max(0, head.number - 2_000)"
      }
    ],
    killedBy: { file: search, test: "a transfer > of 20 hours ago, is found at any node" }
  },
  {
    name: "a node's limit is taken for an outage",
    rule: "Whatever a node answers to a wide range, narrower ones are tried.",
    source: "docs/money.md",
    edits: [
      {
        within: "ask",
        find: "width === 1 ? Effect.fail(error)",
        replace: 'width === 1 || error.reason !== "refused" ? Effect.fail(error)'
      }
    ],
    killedBy: { file: search, test: "a transfer > is found at a node that refuses wide ranges by HTTP 500" }
  },
  {
    name: "a node's limit is found out again and again",
    rule: "The range that a node accepts is remembered.",
    source: "docs/money.md",
    edits: [{ within: "BlockRange.make", find: "accepted = took", replace: "accepted = widest" }],
    killedBy: {
      file: search,
      test: "a transfer > is searched in ranges as wide as the node has accepted before: it refuses nothing any more"
    }
  },
  {
    name: "a partial receipt of the node is the whole one",
    rule: "What a node's receipt lacks is looked for in the logs of its block.",
    source: "docs/money.md",
    edits: [{ within: "statusOfUse", find: "block === undefined", replace: "block !== undefined" }],
    killedBy: {
      file: search,
      test: 'a transfer > is read from its block\'s logs where the node\'s receipt is partial: {"transaction":"0xabababababababababababababababababababababababababababababababab","_tag":"Transferred"}'
    }
  }
]
