/**
 * The resolution of a payment of unknown outcome, for every status on the chain and every reply of the facilitator,
 * before and after the end of its window.
 */
import { expect, it } from "@effect/vitest"
import { Duration, Effect, FastCheck as fc, Option, TestClock } from "effect"
import { describe } from "vitest"
import { AuthorizationStatus, ChainUnavailable } from "../../../src/Payment/chain/Chain.ts"
import {
  type Facilitator,
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown,
  type Submission
} from "../../../src/Payment/facilitator/Facilitator.ts"
import type { PendingPayment } from "../../../src/Payment/ledger/PendingPayments.ts"
import * as Resolve from "../../../src/Payment/reconcile/Resolve.ts"
import { submission } from "../../support/SignedPayment.ts"

const validBefore = 1_000_000

const open: PendingPayment = {
  network: "eip155:84532",
  asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
  payer: "0x1",
  nonce: "0x2",
  amount: "2000",
  payTo: "0x3",
  validBefore: String(validBefore),
  endsAt: String(validBefore),
  payload: "{}",
  requestId: "req_1",
  transaction: null,
  facilitator: null,
  nonceUsed: false,
  receiptSeconds: null,
  timesTaken: 1,
  createdAt: new Date((validBefore - 300) * 1000),
  takenAt: validBefore - 100
}

const used = "invalid_exact_evm_nonce_already_used"

type Settling = Effect.Effect<{ readonly transaction: string }, SettlementFailed | SettlementUnknown>

const facilitator = {
  settles: Effect.succeed({ transaction: "0xf" }),
  refuses: new SettlementFailed({ reason: "insufficient_funds" }),
  used: new SettlementUnknown({ reason: used }),
  away: new SettlementUnknown({ reason: "connection" }),
  /** Successes by receipts that prove nothing. */
  unusable: new SettlementUnknown({ reason: "receipt_transaction", receipt: "unusable" }),
  another: new SettlementUnknown({ reason: "receipt_payer", receipt: "contradicting" })
} as const

/** What the facilitator says to a verification, which only a payment of older rules is put to. */
const verdicts: Readonly<Record<keyof typeof facilitator, Facilitator["Type"]["verify"]>> = {
  settles: () => Effect.succeed({ isValid: true }),
  refuses: () => Effect.succeed({ isValid: false, reason: "insufficient_funds" }),
  used: () => Effect.succeed({ isValid: false, reason: used }),
  away: () => new FacilitatorUnavailable({ reason: "connection" }),
  unusable: () => Effect.dieMessage("verified again"),
  another: () => Effect.dieMessage("verified again")
}

const chain = {
  none: undefined,
  away: new ChainUnavailable({ reason: "timeout" }),
  unused: Effect.succeed(AuthorizationStatus.Unused({ asOf: validBefore - 1 })),
  expired: Effect.succeed(AuthorizationStatus.Unused({ asOf: validBefore })),
  paid: Effect.succeed(AuthorizationStatus.Transferred({ transaction: "0xc" })),
  cancelled: Effect.succeed(AuthorizationStatus.Cancelled({ transaction: "0xc" })),
  diverted: Effect.succeed(AuthorizationStatus.UsedElsewhere({ transaction: "0xc" })),
  untraced: Effect.succeed(AuthorizationStatus.UsedUntraceable())
} as const

const find = (
  source: keyof typeof chain,
  word: keyof typeof facilitator,
  seconds: number,
  payment: Partial<PendingPayment> = {}
) =>
  Effect.gen(function* () {
    // The process is 25 hours ahead: it goes by the ledger's time.
    yield* TestClock.setTime((validBefore + seconds + 90_000) * 1000)
    const shown: Submission = yield* Effect.promise(() => submission())
    let asked = 0
    const answer = chain[source]
    const resolution = yield* Resolve.make({
      facilitator: {
        verify: verdicts[word],
        settle: () =>
          Effect.suspend((): Settling => {
            asked += 1
            return facilitator[word]
          })
      },
      chain: answer === undefined ? Option.none() : Option.some({ authorization: () => answer }),
      submission: () => Option.some(shown)
    })({ ...open, takenAt: validBefore + seconds, ...payment })
    return { resolution, asked }
  })

const settled = (transaction: "0xc" | "0xf") =>
  Resolve.Resolution.Settled({ transaction, by: transaction === "0xc" ? "chain" : "receipt" })
const inconclusive = (reason: string, { nonceUsed = false, unusableReceipt = false, alarm = false } = {}) =>
  Resolve.Resolution.Inconclusive({ reason, transaction: undefined, nonceUsed, unusableReceipt, alarm })
const failed = (reason: string, refusePayer: boolean) => Resolve.Resolution.Failed({ reason, refusePayer })

const early = -100
const late = Resolve.endMargin + 1

const unusable = inconclusive("receipt_transaction", { unusableReceipt: true })
const another = inconclusive("receipt_payer", { alarm: true })

/** Reserved so many seconds before the moment of the question, with an authorization that ends in 2100. */
const old = (seconds: number): Partial<PendingPayment> => ({
  validBefore: "4102444800",
  createdAt: new Date((validBefore + late - seconds) * 1000),
  endsAt: String(validBefore + late - seconds + 3600)
})

describe("a payment of unknown outcome", () => {
  const rows: ReadonlyArray<
    readonly [
      keyof typeof chain,
      keyof typeof facilitator,
      seconds: number,
      resolution: Resolve.Resolution,
      asked: number,
      payment?: Partial<PendingPayment>
    ]
  > = [
    // The chain knows: nobody else is asked.
    ["paid", "refuses", early, settled("0xc"), 0],
    ["cancelled", "settles", early, failed("authorization_cancelled", true), 0],
    ["diverted", "settles", early, failed("authorization_diverted", true), 0],
    ["untraced", "settles", late, inconclusive("nonce_used_untraced", { alarm: true }), 0],
    ["expired", "settles", late, failed("authorization_expired", false), 0],
    // It does not yet: the settlement is made again, while it can be.
    ["unused", "settles", early, settled("0xf"), 1],
    ["unused", "refuses", early, inconclusive("insufficient_funds"), 1],
    ["unused", "used", early, inconclusive(used, { nonceUsed: true }), 1],
    ["unused", "away", early, inconclusive("connection"), 1],
    ["unused", "settles", -6, inconclusive("awaiting_expiry"), 0],
    ["unused", "settles", late, inconclusive("awaiting_expiry"), 0],
    ["away", "settles", early, settled("0xf"), 1],
    ["away", "refuses", early, inconclusive("insufficient_funds"), 1],
    // A chain that is away for now will be asked: nothing is presumed. Somebody is called once the payment is over.
    ["away", "used", -6, inconclusive("chain_unavailable"), 0, { nonceUsed: true }],
    [
      "away",
      "used",
      Resolve.endMargin,
      inconclusive("chain_unavailable", { alarm: true }),
      0,
      { nonceUsed: true }
    ],
    // No chain.
    ["none", "settles", early, settled("0xf"), 1],
    ["none", "used", early, inconclusive(used, { nonceUsed: true }), 1],
    ["none", "used", Resolve.endMargin - 1, inconclusive(used, { nonceUsed: true }), 1],
    // The moment for which `delayAfter` makes the last wait end.
    ["none", "used", Resolve.endMargin, Resolve.Resolution.Presumed(), 1],
    ["none", "used", late, Resolve.Resolution.Presumed(), 1],
    ["none", "refuses", late, Resolve.Resolution.Presumed(), 0, { nonceUsed: true }],
    ["none", "refuses", early, inconclusive("insufficient_funds"), 1],
    // The window is still open: what was called used may be called unused by the next attempt.
    ["none", "away", early, inconclusive("connection"), 1, { nonceUsed: true }],
    ["none", "refuses", late, inconclusive("insufficient_funds", { alarm: true }), 1],
    ["none", "away", late, inconclusive("connection", { alarm: true }), 1],
    ["none", "settles", late, settled("0xf"), 1],
    // A success that proves nothing counts when it is told again, 10 s after the first time, and nobody else can be asked.
    ["none", "unusable", early, unusable, 1],
    ["none", "unusable", early + 1, unusable, 1, { receiptSeconds: 9.9 }],
    ["none", "unusable", early + 2, Resolve.Resolution.Presumed(), 1, { receiptSeconds: 10 }],
    ["none", "unusable", late, Resolve.Resolution.Presumed(), 1, { receiptSeconds: 10 }],
    ["unused", "unusable", early, unusable, 1, { receiptSeconds: 600 }],
    ["away", "unusable", early, unusable, 1, { receiptSeconds: 600 }],
    ["none", "refuses", early, inconclusive("insufficient_funds"), 1, { receiptSeconds: 600 }],
    // One of another payer or amount never does.
    ["none", "another", early, another, 1],
    ["none", "another", early + 1, another, 1, { receiptSeconds: 600 }],
    ["none", "another", late, another, 1, { receiptSeconds: 600 }],
    ["none", "another", late, Resolve.Resolution.Presumed(), 0, { nonceUsed: true }],
    ["paid", "another", early, settled("0xc"), 0],
    ["unused", "another", early, another, 1],
    ["expired", "another", late, failed("authorization_expired", false), 0],
    // A payment of older rules, whose authorization ends in years, is over after an hour: it is never settled again.
    ["none", "settles", late, settled("0xf"), 1, old(3000)],
    ["none", "settles", late, settled("0xf"), 1, old(3599)],
    ["none", "settles", late, inconclusive("not_settled", { alarm: true }), 0, old(3600)],
    ["none", "settles", late + 1, inconclusive("not_settled", { alarm: true }), 0, old(86_400 * 30)],
    ["none", "refuses", late, inconclusive("insufficient_funds", { alarm: true }), 0, old(3631)],
    ["none", "away", late, inconclusive("connection", { alarm: true }), 0, old(3631)],
    ["none", "used", late, Resolve.Resolution.Presumed(), 0, old(3631)],
    ["none", "away", late, Resolve.Resolution.Presumed(), 0, { ...old(86_400), nonceUsed: true }],
    ["unused", "settles", late, settled("0xf"), 1, old(3000)],
    ["unused", "settles", late, failed("authorization_expired", false), 0, old(86_400 * 30)],
    ["paid", "settles", late, settled("0xc"), 0, old(86_400 * 30)],
    ["away", "settles", late, inconclusive("chain_unavailable", { alarm: true }), 0, old(86_400 * 30)]
  ]
  it.effect.each(rows)(
    "chain %s, facilitator %s, %d s after its end",
    ([source, word, seconds, resolution, asked, payment]) =>
      Effect.map(find(source, word, seconds, payment), (found) =>
        expect(found).toEqual({ resolution, asked })
      )
  )

  it.effect("whose text cannot be read is told, not settled", () =>
    Effect.gen(function* () {
      const resolution = yield* Resolve.make({
        facilitator: { verify: () => Effect.die("asked"), settle: () => Effect.die("asked") },
        chain: Option.none(),
        submission: () => Option.none()
      })(open)
      expect(resolution).toEqual(inconclusive("payload_unreadable", { alarm: true }))
    })
  )
})

it("attempts come further and further apart, and one comes when the window has ended", () => {
  const seconds = (times: number, left: number) =>
    Duration.toSeconds(Resolve.delayAfter(times, validBefore - left, validBefore))
  expect([0, 1, 2, 3].map((times) => seconds(times, 10_000))).toEqual([5, 10, 20, 40])
  expect(seconds(20, 10_000)).toBe(600)
  expect(seconds(6, 100)).toBe(130)
  expect(seconds(6, -29)).toBe(5)
  expect(seconds(6, -30)).toBe(320)
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: -1e9, max: 1e9 }), (times, left) => {
      expect(seconds(times, left)).toBeGreaterThanOrEqual(5)
      expect(seconds(times, left)).toBeLessThanOrEqual(600)
    })
  )
})
