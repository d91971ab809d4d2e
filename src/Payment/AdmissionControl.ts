/**
 * Limits how many sales a process works on at the same time. A sale whose payment is not verified yet costs its caller
 * nothing, so such sales have at most half of the places, and those of one payer at most half of these. A sale beyond the
 * limits waits a moment for a place. When too many wait, or the moment is over, the sale is refused before it has charged
 * anything: a fast refusal is better than slow answers for all calls.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Overloaded } from "../Api/Failure.ts"
import { Settings } from "../Settings.ts"
import { maxOpenRuns, maxWaiting } from "./Limits.ts"

/** How long a sale waits for a place. */
const patience = Duration.millis(500)

/** How many sales may wait beside those that the places could hold, as a share of the places. */
const queueShare = 1 / 8

/** The places that sales without a verified payment may have, as a share of all; and those of one payer, of these. */
const unverifiedShare = 1 / 2

/** The places of one payer's sales without a verified payment: as many as it may have runs, at most. */
const mostOfPayer = (mostUnverified: number) =>
  Math.min(maxOpenRuns, Math.ceil(mostUnverified * unverifiedShare))

/** The 503 of a call for which there is no place. It may repeat a payment that was charged. */
export const overloaded = new Overloaded({
  message: "Too many calls are under way; this call charged nothing.",
  retryAfter: 1
})

/** The places of this process. */
export class AdmissionControl extends Context.Tag("almanac/AdmissionControl")<
  AdmissionControl,
  {
    /** Whether no sale can even wait. */
    readonly isFull: () => boolean
    /**
     * Runs a sale that holds a place until its end. It says when its payment is verified. Payers that wait for a place
     * get one in turn.
     */
    readonly enter: <A, E, R>(
      payer: string,
      sale: (verified: Effect.Effect<void>) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Overloaded, R>
  }
>() {
  static readonly layer = Layer.effect(
    AdmissionControl,
    Effect.map(Settings, ({ listen }) => make(listen.maxCalls))
  )
}

/** A place, as its sale holds it. */
interface Place {
  readonly payer: string
  isVerified: boolean
}

const make = (places: number): AdmissionControl["Type"] => {
  const mostUnderWay = places + Math.ceil(places * queueShare)
  const mostUnverified = Math.ceil(places * unverifiedShare)
  const most = mostOfPayer(mostUnverified)
  const line = linesByPayer()
  const unverifiedOf = new Map<string, number>()
  let taken = 0
  let unverified = 0

  const hasRoom = () => taken < places && unverified < mostUnverified
  const hasRoomFor = (payer: string) => hasRoom() && (unverifiedOf.get(payer) ?? 0) < most
  const isFull = () => !hasRoom() && taken + line.length() >= mostUnderWay

  const count = (payer: string, by: 1 | -1) => {
    const now = (unverifiedOf.get(payer) ?? 0) + by
    unverified += by
    if (now === 0) unverifiedOf.delete(payer)
    else unverifiedOf.set(payer, now)
  }
  const occupy = (payer: string): Place => {
    taken += 1
    count(payer, 1)
    return { payer, isVerified: false }
  }
  /** Places that have become free go to the sales that wait. */
  const giveOn = () => {
    for (let next = line.shift(hasRoomFor); next !== undefined; next = line.shift(hasRoomFor)) {
      next.give(occupy(next.payer))
    }
  }
  const verify = (place: Place) => {
    if (place.isVerified) return
    place.isVerified = true
    count(place.payer, -1)
    giveOn()
  }
  const leave = (place: Place) => {
    taken -= 1
    verify(place)
    giveOn()
  }

  const wait = (payer: string) =>
    Effect.suspend(() => {
      let given: Place | undefined
      let give: Give = () => {}
      const waiting = Effect.async<Place, Overloaded>((resume) => {
        const timer = setTimeout(() => {
          line.remove(payer, give)
          resume(overloaded)
        }, Duration.toMillis(patience))
        give = (place) => {
          clearTimeout(timer)
          given = place
          resume(Effect.succeed(place))
        }
        line.add(payer, give)
        return Effect.sync(() => clearTimeout(timer))
      })
      // A call that is interrupted in the moment in which it gets a place passes that place on.
      return Effect.onInterrupt(Effect.interruptible(waiting), () =>
        Effect.sync(() => {
          line.remove(payer, give)
          if (given !== undefined) leave(given)
        })
      )
    })

  const take = (payer: string) =>
    Effect.suspend(() => {
      if (hasRoomFor(payer)) return Effect.succeed(occupy(payer))
      return isFull() || line.lengthOf(payer) >= maxWaiting ? overloaded : wait(payer)
    })

  return {
    isFull,
    enter: (payer, sale) =>
      Effect.acquireUseRelease(
        take(payer),
        (place) => sale(Effect.sync(() => verify(place))),
        (place) => Effect.sync(() => leave(place))
      )
  }
}

/** Gives a place to a sale that waits for one. */
type Give = (place: Place) => void

/** The sales that wait for a place: those of one payer in their order, and the payers in turn. */
const linesByPayer = () => {
  const lines = new Map<string, Set<Give>>()
  let length = 0
  const remove = (payer: string, give: Give) => {
    const own = lines.get(payer)
    if (own === undefined || !own.delete(give)) return
    length -= 1
    if (own.size === 0) lines.delete(payer)
  }
  return {
    length: () => length,
    lengthOf: (payer: string) => lines.get(payer)?.size ?? 0,
    add: (payer: string, give: Give) => {
      const own = lines.get(payer) ?? new Set()
      lines.set(payer, own.add(give))
      length += 1
    },
    remove,
    /** Takes out the sale whose turn it is, of the payers that may have one. Its payer is the last in the next turn. */
    shift: (
      mayHave: (payer: string) => boolean
    ): { readonly payer: string; readonly give: Give } | undefined => {
      for (const [payer, own] of lines) {
        const [give] = own
        if (give === undefined || !mayHave(payer)) continue
        remove(payer, give)
        if (lines.delete(payer)) lines.set(payer, own)
        return { payer, give }
      }
      return undefined
    }
  }
}
