/**
 * What Node and libraries print by themselves, as lines of the log: whoever reads the log as JSON reads all of it.
 */
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()

/** From now on, warnings of Node and what is written to the console are logged as warnings. */
export const log = Effect.map(Effect.runtime(), (runtime) => {
  const warn = (text: string) => Runtime.runSync(runtime)(Effect.logWarning(oneLine(text)))
  // Node's own listener prints them.
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => warn(`${name}: ${message}`))
  const print = (...parts: ReadonlyArray<unknown>) => warn(parts.map(String).join(" "))
  Object.assign(globalThis.console, { warn: print, error: print })
})
