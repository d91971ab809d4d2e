/**
 * One process of several, which carries out a part of the histories: the first message to it says which. It tells what
 * it finds while it goes on.
 */
import { Effect } from "effect"
import * as Histories from "../history/Histories.ts"
import * as Tally from "../Tally.ts"
import type { Order, Word } from "./Parts.ts"

const say = (word: Word) =>
  new Promise<void>((resolve) => {
    process.send?.(word, () => resolve())
  })

const work = async (order: Order) => {
  const tally = Tally.make()
  await Effect.runPromise(
    Histories.run({
      ...order,
      tally,
      progress: () => void say({ kind: "progress" }),
      found: (violation) => void say({ kind: "found", violation })
    })
  )
  await say({ kind: "end", counts: tally.all() })
}

process.once("disconnect", () => process.exit(1))
process.once("message", (order: Order) => {
  work(order).then(
    () => process.exit(0),
    async (error) => {
      await say({ kind: "broken", message: error instanceof Error ? error.message : String(error) })
      process.exit(2)
    }
  )
})
