/** Which operation moves a payment from which state to which, and with which result. */
import { expect, type Vitest } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { ReleaseReason } from "../../../../src/Payment/ledger/Outcomes.ts"
import type { PaymentState } from "../../../../src/Resources/PaymentStatus.ts"
import {
  after,
  bringTo,
  check,
  failure,
  fresh,
  key,
  outcome,
  type Ports,
  payload,
  ports,
  reservation,
  response,
  rowOf,
  type Services,
  type State,
  states
} from "./World.ts"

interface Operation {
  readonly name: string
  readonly run: (ports: Ports) => Effect.Effect<unknown, unknown>
  /** The result in the states that it does not apply to, where it changes nothing. */
  readonly otherwise: unknown
  /** Result and next state, by the states that it applies to. */
  readonly moves: Partial<Record<State, readonly [result: unknown, next: PaymentState]>>
}

/** What an operation gives back that gives nothing. */
const discard: (effect: Effect.Effect<void, unknown>) => Effect.Effect<void, unknown> = Effect.asVoid

const tagOf = Effect.map(({ _tag }: { readonly _tag: string }) => _tag)
const take = { ...key, attempt: "theirs", lease: Duration.seconds(60), limit: 10 }

const operations: ReadonlyArray<Operation> = [
  {
    name: "reserve, by another run",
    run: ({ ledger }) => tagOf(ledger.reserve(reservation({ attempt: "theirs" }))),
    otherwise: "AlreadyReserved",
    moves: {
      absent: ["Reserved", "reserved"],
      lapsed: ["Reserved", "reserved"],
      failed: ["Reserved", "reserved"],
      released: ["Reserved", "reserved"]
    }
  },
  {
    name: "renew",
    // Where the lease is new already, renewing it changes nothing that could be seen.
    run: ({ ledger }) => Effect.zipRight(after(16_000), ledger.renew(key, "mine")),
    otherwise: false,
    moves: {
      reserved: [true, "reserved"],
      lapsed: [true, "reserved"],
      settling: [true, "settling"],
      stalled: [true, "settling"]
    }
  },
  {
    name: "release",
    run: ({ ledger }) => discard(ledger.release(key, "mine", ReleaseReason.NotRun())),
    otherwise: undefined,
    moves: { reserved: [undefined, "released"], lapsed: [undefined, "released"] }
  },
  {
    name: "settling",
    run: ({ ledger }) => ledger.storeAnswer(key, "mine", response, payload),
    otherwise: false,
    // The run still has what nobody has taken from it.
    moves: { reserved: [true, "settling"], lapsed: [true, "settling"] }
  },
  {
    name: "giveBack",
    run: ({ ledger }) => ledger.giveBack(key, "mine"),
    otherwise: false,
    moves: {
      reserved: [true, "released"],
      lapsed: [true, "released"],
      settling: [true, "released"],
      stalled: [true, "released"]
    }
  },
  {
    name: "giveBack, then the settling that was late",
    run: ({ ledger }) =>
      Effect.all([ledger.giveBack(key, "mine"), ledger.storeAnswer(key, "mine", response, "{}")]),
    otherwise: [false, false],
    moves: {
      reserved: [[true, false], "released"],
      lapsed: [[true, false], "released"],
      settling: [[true, false], "released"],
      stalled: [[true, false], "released"]
    }
  },
  {
    name: "settled, by anybody",
    run: ({ ledger }) => discard(ledger.recordTransfer(key, "0xtransaction")),
    otherwise: undefined,
    moves: {
      settling: [undefined, "settled"],
      stalled: [undefined, "settled"],
      unknown: [undefined, "settled"],
      due: [undefined, "settled"]
    }
  },
  {
    name: "presumed",
    run: ({ ledger }) => ledger.presumeSettled(key, "mine"),
    otherwise: false,
    moves: { unknown: [true, "presumed_settled"], due: [true, "presumed_settled"] }
  },
  {
    name: "failed",
    run: ({ ledger }) => ledger.recordFailure(key, "mine", { ...failure, reason: "reverted" }),
    otherwise: false,
    moves: {
      settling: [true, "failed"],
      stalled: [true, "failed"],
      unknown: [true, "failed"],
      due: [true, "failed"]
    }
  },
  {
    name: "unknown",
    run: ({ ledger }) => ledger.recordUnknown(key, "mine", { ...outcome, reason: "status" }),
    otherwise: undefined,
    moves: {
      settling: [undefined, "unknown"],
      stalled: [undefined, "unknown"],
      unknown: [undefined, "unknown"],
      due: [undefined, "unknown"]
    }
  },
  {
    name: "replay",
    run: ({ ledger }) =>
      Effect.map(
        ledger.replay(key),
        Option.map(({ hash }) => hash)
      ),
    otherwise: Option.none(),
    moves: {
      settled: [Option.some("digest"), "settled"],
      presumed_settled: [Option.some("digest"), "presumed_settled"]
    }
  },
  {
    name: "releaseStale",
    run: ({ pending }) => pending.releaseStale(10),
    otherwise: [],
    moves: { lapsed: [[key], "released"] }
  },
  {
    name: "takeDue",
    run: ({ pending }) => Effect.map(pending.takeDue(take), (due) => due.map(({ nonce }) => nonce)),
    otherwise: [],
    moves: { stalled: [["0x01"], "unknown"], due: [["0x01"], "unknown"] }
  },
  // A run that does not hold the payment changes nothing, whatever its state.
  {
    name: "renew, by another run",
    run: ({ ledger }) => ledger.renew(key, "theirs"),
    otherwise: false,
    moves: {}
  },
  {
    name: "release, by another run",
    run: ({ ledger }) => discard(ledger.release(key, "theirs", ReleaseReason.RanUncharged())),
    otherwise: undefined,
    moves: {}
  },
  {
    name: "settling, by another run",
    run: ({ ledger }) => ledger.storeAnswer(key, "theirs", response, payload),
    otherwise: false,
    moves: {}
  },
  {
    name: "giveBack, by another run",
    run: ({ ledger }) => ledger.giveBack(key, "theirs"),
    otherwise: false,
    moves: {}
  },
  {
    name: "presumed, by another run",
    run: ({ ledger }) => ledger.presumeSettled(key, "theirs"),
    otherwise: false,
    moves: {}
  },
  {
    name: "failed, by another run",
    run: ({ ledger }) => ledger.recordFailure(key, "theirs", { ...failure, refusePayer: true }),
    otherwise: false,
    moves: {}
  },
  {
    name: "unknown, by another run",
    run: ({ ledger }) => ledger.recordUnknown(key, "theirs", outcome),
    otherwise: undefined,
    moves: {}
  }
]

export const transitions = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const { name, run, otherwise, moves } of operations) {
    check(
      it,
      `${name}: applies to ${Object.keys(moves).join(", ") || "no state"}`,
      Effect.gen(function* () {
        for (const state of states) {
          yield* fresh
          yield* bringTo(state)
          const before = yield* rowOf()
          const result = yield* Effect.flatMap(ports, run)
          const row = yield* rowOf()
          const move = moves[state]
          if (move === undefined) expect([state, result, row]).toEqual([state, otherwise, before])
          else {
            expect([state, result, row?.state]).toEqual([state, ...move])
            expect(row, state).not.toEqual(before)
          }
        }
      })
    )
  }
}
