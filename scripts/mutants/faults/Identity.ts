/** Faults in what makes two calls the same purchase, and in who may have its answer. */
import type { Mutant } from "../Mutant.ts"

const purchase = "Http/payments/Purchase"
const names = "Http/payments/Idempotency"

export const identity: ReadonlyArray<Mutant> = [
  {
    name: "an answer is replayed without the payer's signature",
    rule: "Only the payer gets an answer again: the payer's signature is recovered, or equals the one that was judged.",
    source: 'docs/paying.md, "Paying once"',
    edits: [{ within: "proves", find: "payment.proven ||", replace: "true ||" }],
    killedBy: {
      file: purchase,
      test: "a purchase > is not given to who only knows its authorization: the signature must be the payer's"
    }
  },
  {
    name: "whoever knows a key of the payer's gets its answer while the capability is paused",
    rule: "A payment that only the facilitator can judge is judged before it is told of a purchase under its key.",
    source: "`nextWhilePaused`",
    edits: [
      {
        within: "nextWhilePaused",
        find: "isToBeJudged ? beforeReserving(order, progress) : Effect.succeedNone",
        replace: "Effect.succeedNone"
      }
    ],
    killedBy: {
      file: "Payment/InMemoryPurchase",
      test: "a purchase on the ledger in memory > a payment that only the facilitator can judge: > while the capability is paused, only the payer is told of a purchase under its key"
    }
  },
  {
    name: "a payment buys a second request",
    rule: "The same payment with another request is 402 nonce_already_used.",
    source: 'docs/paying.md, "Paying once"',
    edits: [
      {
        within: "sameNonce",
        find: "&& entry.requestHash === order.requestHash",
        replace: ""
      }
    ],
    killedBy: {
      file: purchase,
      test: "a purchase > for another request is refused: one payment, one request"
    }
  },
  {
    name: "the signature is part of the request's hash",
    rule: "Requests are equal by method, route and canonical body: a named purchase that is signed anew is settled once.",
    source: 'docs/paying.md, "Paying once"; reports 4, 5, 7',
    edits: [
      {
        within: "sell",
        find: "canonical(payload)",
        replace: "{ body: canonical(payload), signature: payment.signature }"
      }
    ],
    killedBy: {
      file: names,
      test: "a named purchase > in the header, signed anew on every retry, is settled once (reports 4, 5, 7)"
    }
  },
  {
    name: "an idempotency key is looked up without the payer",
    rule: "A key names a purchase of its payer's alone.",
    source: 'docs/paying.md, "Paying once"; report 6',
    edits: [
      {
        within: "findByIdempotencyKey",
        find: "WHERE payer =",
        replace: "WHERE 'x' <>"
      },
      {
        within: "reserveFunction",
        find: "WHERE named.payer =",
        replace: "WHERE 'x' <>"
      }
    ],
    killedBy: {
      file: names,
      test: "a named purchase > is its payer's alone, and one request's alone (report 6)"
    }
  },
  {
    name: "replays are not counted",
    rule: "An answer is given again 20 times at most.",
    source: 'docs/paying.md, "Paying once"',
    edits: [{ within: "replay", find: "SET replays = replays + 1", replace: "SET replays = replays" }],
    killedBy: {
      file: purchase,
      test: "a purchase > sent again gives the same bytes and settlement, without another charge, 20 times"
    }
  },
  {
    name: "an answer that is joined is not counted",
    rule: "An answer is given again 20 times at most, to calls that join a purchase too.",
    source: 'docs/paying.md, "Paying once"',
    edits: [
      {
        within: "SharedPurchases.make.share",
        find: "answerAgain(result)",
        replace: "Effect.succeedSome(result.answer)"
      }
    ],
    killedBy: {
      file: purchase,
      test: "a purchase > sent 30 times at once is answered 21 times: answers that were joined count as repetitions"
    }
  },
  {
    name: "a purchase with a key is told of to who does not have the key",
    rule: "A settled payment can be read from the chain: a purchase that had a key from its reservation on is told of under that key alone.",
    source: "`keepKey`",
    edits: [
      { within: "keepKey", find: "entry.idempotencyKey !== null", replace: "entry.idempotencyKey === '?'" }
    ],
    killedBy: {
      file: names,
      test: "a named purchase > that is settled is told of under its name alone: 409, never 402"
    }
  },
  {
    name: "a key that comes later is forgotten",
    rule: "A key that comes with a repetition finds the purchase afterwards: signing anew under it charges nothing.",
    source: "`PayerRecords`",
    edits: [
      {
        within: "keepKey",
        find: "records.addAlias(entry, idempotencyKey.value)",
        replace: "Effect.succeed(true)"
      }
    ],
    killedBy: {
      file: names,
      test: "a named purchase > that was made without a name is its payer's, whoever names it later"
    }
  },
  {
    name: "a key is called one too many whose run has just ended",
    rule: "A key that comes as the run ends which it would name buys anew.",
    source: "`keepKey`",
    edits: [
      {
        within: "keepKey",
        find: "const now = yield* withAnswer(ledger.find(entry))",
        replace: "const now = Option.some(entry)"
      }
    ],
    killedBy: {
      file: "Payment/InMemoryPurchase",
      test: "a purchase on the ledger in memory > a purchase without a key: > a key is not kept because the run that it would name has just ended: the call buys under it"
    }
  },
  {
    name: "a key that comes later closes its purchase",
    rule: "A key that comes later may be a stranger's: it closes nothing.",
    source: "`PayerRecords`",
    edits: [
      {
        within: "keepKey",
        find: "if (Option.isNone(idempotencyKey)) return Effect.succeed(true)",
        replace:
          "if (Option.isNone(idempotencyKey)) return Effect.flatMap(Effect.orDie(records.findByAlias(entry.payer, 'of-a-stranger', entry.requestHash)), (alias) => Option.isSome(alias) ? Effect.fail(Failures.keyRequired) : Effect.succeed(true))"
      }
    ],
    killedBy: {
      file: names,
      test: "a named purchase > that was made without a name is its payer's, whoever names it later"
    }
  },
  {
    name: "a signature in the upper half is shown to the facilitator",
    rule: "The token's contract refuses such a signature of a plain key, and so do our own checks.",
    source: "`recoverUpperHalf`",
    edits: [{ within: "PaymentHeader.reader", find: "if (!proven &&", replace: "if (proven &&" }],
    killedBy: {
      file: "Http/payments/PaymentHeader",
      test: "a payment header > is refused: the signature's upper twin"
    }
  },
  {
    name: "a payment is taken whose window ends in years",
    rule: "A payment is good for at most an hour and a minute: a settlement of unknown outcome ends with its window.",
    source: "`check`",
    edits: [{ within: "check", find: "left > BigInt(mostSecondsLeft)", replace: "false" }],
    killedBy: { file: "Http/payments/PaymentHeader", test: "a payment header > is refused: good for years" }
  },
  {
    name: "a payment of less than the price is shown to the facilitator",
    rule: "The signed value is held to the price before anything remote is called.",
    source: 'docs/paying.md, "Paying once"',
    edits: [
      {
        within: "check",
        find: "BigInt(authorization.value) !==",
        replace: "BigInt(authorization.value) >"
      }
    ],
    killedBy: {
      file: "Http/payments/PaymentHeader",
      test: "a payment header > is refused: a lower signed value"
    }
  }
]
