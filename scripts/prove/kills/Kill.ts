/**
 * One kill: a purchase in a process of its own is brought to a point and killed there; another process takes the
 * ledger over; and what is left is held to the rules of every history.
 */
import { Duration, Effect } from "effect"
import * as Buyer from "../buyers/Buyer.ts"
import * as Facts from "../history/Facts.ts"
import * as History from "../history/History.ts"
import { fresh } from "../oracle/Requests.ts"
import * as Rules from "../rules/Rules.ts"
import type { World } from "../world/World.ts"
import type * as Child from "./Child.ts"
import type { KillPoint } from "./KillPoint.ts"
import * as Lock from "./Lock.ts"
import { isDecided, leaseLeft, states } from "./Rows.ts"

/** How a kill differs from others at the same point. */
export interface Variation {
  readonly buyer: number
  readonly name: number
  readonly callers: number
  /** Milliseconds between the point and the kill, where the process runs on. */
  readonly delay: number
  readonly duplicates: "nonce used" | "success"
  readonly hasNode: boolean
}

/** Milliseconds by which the next process is ahead at least. */
const leap = 1_000

/** Milliseconds of real time in which a point must be reached. */
const patience = 60_000

/**
 * Milliseconds of real time in which all must have come to its end. A transfer that lands after 20 s and has to be
 * confirmed may be seen at the reconciler's fourth look only: 5, 10, 20 and 40 s after one another.
 */
const ending = 120_000

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Ends when the condition holds; tells whether it came to hold within so many milliseconds. */
const eventually = async (condition: () => Promise<boolean>, every: number, within: number = patience) => {
  const end = performance.now() + within
  while (performance.now() < end) {
    if (await condition()) return true
    await sleep(every)
  }
  return false
}

/** A gate at a station: who comes by for the `turn`th time is held until it opens. */
const gate = (world: World, point: KillPoint) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  let passed = 0
  world.hold((station) => {
    if (station !== point.station) return Promise.resolve()
    passed += 1
    if (passed !== (point.turn ?? 1)) return Promise.resolve()
    reach()
    return opened
  })
  return { open, reached }
}

/** Brings a purchase to its point, and kills. `false`: it was not reached. */
const cut = async (
  world: World,
  point: KillPoint,
  { delay }: Variation,
  nonce: string,
  child: Child.Child,
  send: () => Promise<unknown>
): Promise<boolean> => {
  const { open, reached } = gate(world, point)
  const within = async (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), sleep(patience).then(() => false)])
  const strike = async () => {
    if (point.isHalted === true) child.halt()
    else await child.kill()
  }
  const kill = async () => {
    await strike()
    return true
  }
  const lock = async (sent: Promise<unknown>) => {
    const lock = await Lock.take(world.databaseUrl)
    const first = point.station === undefined ? send() : sent
    open()
    const isAwaited = await lock.awaited(point.statement ?? "")
    await strike()
    await lock.release()
    if (point.isHalted !== true) await first
    return isAwaited
  }
  /** The statement under way, if there is to be one, is carried out after the process is gone. */
  const cutOff = async (sent: Promise<unknown>) => {
    const lock = point.statement === undefined ? undefined : await Lock.take(world.databaseUrl)
    if (lock === undefined) world.way.set("down")
    open()
    const isAwaited = (await lock?.awaited(point.statement ?? "")) ?? true
    world.way.set("down")
    const isTold = await within(sent)
    await strike()
    await lock?.release()
    world.way.set("up")
    return isAwaited && isTold
  }
  try {
    if (point.station === undefined && point.statement !== undefined) return await lock(Promise.resolve())
    const sent = send()
    if (point.told === true) return (await within(sent)) && (await kill())
    if (point.row !== undefined) {
      const isThere = async () => (await states(world, nonce)).includes(point.row ?? "")
      return (await eventually(isThere, 1)) && (await kill())
    }
    if (point.station === undefined) {
      await sleep(delay)
      return await kill()
    }
    if (!(await within(reached))) return false
    if (point.isCut === true) return await cutOff(sent)
    if (point.statement !== undefined) return await lock(sent)
    if (point.isAnswered === true) {
      open()
      await sleep(delay)
    }
    return await kill()
  } finally {
    world.hold(() => Promise.resolve())
    open()
  }
}

/** What a kill is done in and to. */
export interface Scene<E, R> {
  readonly world: World
  /** Starts a process at the world's time. */
  readonly start: Effect.Effect<Child.Child, E, R>
  /** Processes and ledger are told the world's time. */
  readonly keepTime: Effect.Effect<void, E, R>
  /** The one that is killed. */
  readonly first: Child.Child
  readonly id: string
  readonly number: number
}

/** What a kill has come to. */
export interface Outcome {
  readonly violations: ReadonlyArray<string>
  /** The process that has taken over, where nothing is wrong with it. */
  readonly successor: Child.Child | undefined
}

/** Milliseconds after which nothing of a window of five minutes is left. */
const window = 400_000

/** Milliseconds of real time within which all must have come to its end, where the window need not be over for it. */
const endingWithoutNode = 15_000

/** Milliseconds of real time that a process which goes on has for its callers. */
const afterglow = 15_000

/** Kills once. */
export const once = <E, R>(scene: Scene<E, R>, point: KillPoint, variation: Variation) =>
  Effect.gen(function* () {
    const { first, id, keepTime, number, start, world } = scene
    const history = History.begin(world, [first.url], id, number, {
      range: "10000 blocks",
      duplicates: variation.duplicates
    })
    const payment = yield* Effect.promise(() => History.sign(history, variation.buyer, fresh, variation.name))
    world.facilitator.plan(payment.payer, [], point.settle ?? [])
    world.provider.plan(point.provider ?? [])
    const call = () => History.call(history, Buyer.own(payment), fresh, 0)
    const callers = point.callers ?? variation.callers
    const sent: Array<Promise<unknown>> = []
    const send = () => {
      const calls = Promise.all(Array.from({ length: callers }, call))
      sent.push(calls)
      return calls
    }
    history.journal.say(point.name)
    const isReached = yield* Effect.promise(() => cut(world, point, variation, payment.nonce, first, send))
    if (point.isHalted !== true || !isReached) yield* Effect.promise(first.kill)
    if (!isReached) {
      const violations = [
        `${point.name}: the point was not reached within ${patience / 1_000} s of real time`,
        ...history.journal.lines,
        first.output()
      ]
      return { violations, successor: undefined } satisfies Outcome
    }

    world.facilitator.heal()
    world.provider.plan([])
    const lease = yield* Effect.promise(() => leaseLeft(world, payment.nonce))
    yield* world.clock.jump(Duration.millis(lease + leap))
    const second = yield* start
    history.urls.splice(0, 1, second.url)
    yield* Effect.promise(call)
    if (point.isHalted === true) {
      first.resume()
      yield* Effect.promise(() => Promise.race([Promise.all(sent), sleep(afterglow)]))
      yield* Effect.promise(first.kill)
    }
    const within = world.hasNode ? ending : endingWithoutNode
    const isOver = () => isDecided(world, payment.nonce)
    let hasEnded = yield* Effect.promise(() => eventually(isOver, 20, within))
    if (!hasEnded && !world.hasNode) {
      // Without a node it is decided once its window is over.
      yield* world.clock.jump(Duration.millis(window))
      yield* keepTime
      hasEnded = yield* Effect.promise(() => eventually(isOver, 20, ending))
    }
    yield* Effect.promise(call)
    const facts = yield* Effect.promise(() => Facts.gather(history))
    for (const { state } of facts.rows) world.tally.add("killed row", state)
    const found = [
      ...(hasEnded ? [] : [`it does not come to its end within ${ending / 1_000} s of real time`]),
      ...Rules.violations(facts)
    ]
    if (found.length === 0) return { violations: [], successor: second } satisfies Outcome
    yield* Effect.promise(second.kill)
    const violations = [
      ...found.map((violation) => `${point.name}: ${violation}`),
      ...history.journal.lines,
      second.output()
    ]
    return { violations, successor: undefined } satisfies Outcome
  })
