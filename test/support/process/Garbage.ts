/**
 * What nothing refers to any more, gone at a moment of the test's choice.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"

/** Collects the garbage. What a reference has shown stays for the rest of its turn of the event loop: this takes a new one. */
export const collectGarbage = Effect.map(Effect.sleep("10 millis"), () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  collect()
})
