/**
 * Limits how many sales a process works on at the same time. A sale whose payment is not verified yet costs its caller
 * nothing, so such sales may have half of the places, and those of one payer a quarter of all, or fewer (`HolderLimits`). A
 * sale beyond the limits waits a moment for a place. When too many wait, or the moment is over, the sale is refused before
 * it has charged anything: a fast refusal is better than slow answers for all calls.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Overloaded } from "../../Api/Failure.ts"
import { onEnd } from "../../Runtime/Bracket.ts"
import { Settings } from "../../Settings.ts"

/** How long a sale waits for a place. */
const patience = Duration.millis(500)

/** How many sales may wait beside those that the places could hold, as a share of the places. */
const queueShare = 1 / 8

/** The places that sales without a verified payment may have, as a share of all. */
const unverifiedShare = 1 / 2

/** The places of these that one holder may have, as a share. */
const holderShare = 1 / 2

/** What one holder may have at most, however many places there are. */
export interface HolderLimits {
  /** Places for sales without a verified payment. */
  readonly places: number
  /** Sales that wait for a place. */
  readonly waiting: number
}

/** The 503 of a call for which there is no place. It may repeat a payment that was charged. */
export const noPlace = new Overloaded({
  message: "Too many calls are under way; this call charged nothing.",
  why: "no place",
  retryAfter: 1
})

/** The places of this process. */
export class AdmissionControl extends Context.Tag("almanac/AdmissionControl")<
  AdmissionControl,
  {
    /** The sales that have a place at a time, at most. */
    readonly places: number
    /** The most places held, and the most sales that waited, since this was last asked. */
    readonly mostUsed: () => { readonly held: number; readonly waiting: number }
    /** Whether no sale can even wait. */
    readonly isFull: () => boolean
    /**
     * Runs a sale that has a place until its end. It says when its payment is verified. Holders that wait for a place get
     * one in turn.
     */
    readonly enter: <A, E, R>(
      holder: Holder,
      sale: (verified: Effect.Effect<void>) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Overloaded, R>
  }
>() {
  static readonly layer = (ofHolder: HolderLimits) =>
    Layer.effect(
      AdmissionControl,
      Effect.map(Settings, ({ listen }) => make(listen.maxCalls, ofHolder))
    )
}

/** Who has places: the payer of a sale, or the connection of a question about a payer that nobody has proven yet. */
type Holder = string | object

/** A place, as its sale holds it. */
interface Place {
  readonly holder: Holder
  isVerified: boolean
}

const make = (places: number, ofHolder: HolderLimits): AdmissionControl["Type"] => {
  const mostUnderWay = places + Math.ceil(places * queueShare)
  const mostUnverified = Math.ceil(places * unverifiedShare)
  const mostOfHolder = Math.min(ofHolder.places, Math.ceil(mostUnverified * holderShare))
  const line = linesByHolder()
  const unverifiedOf = new Map<Holder, number>()
  let taken = 0
  let unverified = 0
  let most = { held: 0, waiting: 0 }

  const hasRoom = () => taken < places && unverified < mostUnverified
  const hasRoomFor = (holder: Holder) => hasRoom() && (unverifiedOf.get(holder) ?? 0) < mostOfHolder
  const isFull = () => !hasRoom() && taken + line.length() >= mostUnderWay

  const count = (holder: Holder, by: 1 | -1) => {
    const now = (unverifiedOf.get(holder) ?? 0) + by
    unverified += by
    if (now === 0) unverifiedOf.delete(holder)
    else unverifiedOf.set(holder, now)
  }
  const occupy = (holder: Holder): Place => {
    taken += 1
    most.held = Math.max(most.held, taken)
    count(holder, 1)
    return { holder, isVerified: false }
  }
  /** Places that have become free go to the sales that wait. */
  const giveOn = () => {
    for (let next = line.shift(hasRoomFor); next !== undefined; next = line.shift(hasRoomFor)) {
      next.give(occupy(next.holder))
    }
  }
  const verify = (place: Place) => {
    if (place.isVerified) return
    place.isVerified = true
    count(place.holder, -1)
    giveOn()
  }
  const leave = (place: Place) => {
    taken -= 1
    verify(place)
    giveOn()
  }

  const wait = (holder: Holder) =>
    Effect.suspend(() => {
      let given: Place | undefined
      let give: Give = () => {}
      const waiting = Effect.async<Place, Overloaded>((resume) => {
        const timer = setTimeout(() => {
          line.remove(holder, give)
          resume(noPlace)
        }, Duration.toMillis(patience))
        give = (place) => {
          clearTimeout(timer)
          given = place
          resume(Effect.succeed(place))
        }
        line.add(holder, give)
        most.waiting = Math.max(most.waiting, line.length())
        return Effect.sync(() => clearTimeout(timer))
      })
      // A call that is interrupted in the moment in which it gets a place passes that place on.
      return Effect.onInterrupt(Effect.interruptible(waiting), () =>
        Effect.sync(() => {
          line.remove(holder, give)
          if (given !== undefined) leave(given)
        })
      )
    })

  const take = (holder: Holder) =>
    Effect.suspend(() => {
      if (hasRoomFor(holder)) return Effect.succeed(occupy(holder))
      return isFull() || line.lengthOf(holder) >= ofHolder.waiting ? noPlace : wait(holder)
    })

  return {
    places,
    mostUsed: () => {
      const past = most
      most = { held: taken, waiting: line.length() }
      return past
    },
    isFull,
    enter: (holder, sale) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(holder), (place) =>
          restore(Effect.suspend(() => sale(Effect.sync(() => verify(place))))).pipe(
            onEnd(() => leave(place))
          )
        )
      )
  }
}

/** Gives a place to a sale that waits for one. */
type Give = (place: Place) => void

/** The sales that wait for a place: those of one payer in their order, and the payers in turn. */
const linesByHolder = () => {
  const lines = new Map<Holder, Set<Give>>()
  let length = 0
  const remove = (holder: Holder, give: Give) => {
    const own = lines.get(holder)
    if (own === undefined || !own.delete(give)) return
    length -= 1
    if (own.size === 0) lines.delete(holder)
  }
  return {
    length: () => length,
    lengthOf: (holder: Holder) => lines.get(holder)?.size ?? 0,
    add: (holder: Holder, give: Give) => {
      const own = lines.get(holder) ?? new Set()
      lines.set(holder, own.add(give))
      length += 1
    },
    remove,
    /** Takes out the sale whose turn it is, of the payers that may have one. Its payer is the last in the next turn. */
    shift: (
      mayHave: (holder: Holder) => boolean
    ): { readonly holder: Holder; readonly give: Give } | undefined => {
      for (const [holder, own] of lines) {
        const [give] = own
        if (give === undefined || !mayHave(holder)) continue
        remove(holder, give)
        if (lines.delete(holder)) lines.set(holder, own)
        return { holder, give }
      }
      return undefined
    }
  }
}
