/** Faults in what makes two calls the same purchase, and in who may have its answer. */
import type { Mutant } from "./Mutant.ts"

const purchase = "Http/Purchase"
const names = "Http/Idempotency"

export const identity: ReadonlyArray<Mutant> = [
  {
    name: "an answer is replayed without the payer's signature",
    rule: "Only the payer gets an answer again: the payer's signature is recovered, or equals the one that was judged.",
    source: 'README, "Paying once"',
    edits: [{ within: "proves", find: "payment.proven ||", replace: "true ||" }],
    killedBy: {
      file: purchase,
      test: "a purchase > is not given to who only knows its authorization: the signature must be the payer's"
    }
  },
  {
    name: "a payment buys a second request",
    rule: "The same payment with another request is 402 nonce_already_used.",
    source: 'README, "Paying once"',
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
    source: 'README, "Paying once"; reports 4, 5, 7',
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
    source: 'README, "Paying once"; report 6',
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
    source: 'README, "Paying once"',
    edits: [{ within: "replay", find: "SET replays = replays + 1", replace: "SET replays = replays" }],
    killedBy: {
      file: purchase,
      test: "a purchase > sent again gives the same bytes and settlement, without another charge, 20 times"
    }
  },
  {
    name: "a payment of less than the price is shown to the facilitator",
    rule: "The signed value is held to the price before anything remote is called.",
    source: 'README, "Paying once"',
    edits: [
      {
        within: "check",
        find: "BigInt(authorization.value) !==",
        replace: "BigInt(authorization.value) >"
      }
    ],
    killedBy: {
      file: "Http/PaymentHeader",
      test: "a payment header > is refused: a lower signed value"
    }
  }
]
