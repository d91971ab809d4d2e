/**
 * Violations as they are found: each is written to a file at once, so that nothing is lost when a run is broken off.
 */
import { appendFileSync } from "node:fs"

/** What has been found. */
export interface Findings {
  readonly found: (violation: string) => void
  readonly all: () => ReadonlyArray<string>
}

/** The file, where none is named: git ignores it. */
export const file = "violations.log"

/** Nothing yet. Without a path nothing is written: a fault was planted, and is to be found. */
export const make = (path: string | undefined): Findings => {
  const all: Array<string> = []
  return {
    found: (violation) => {
      all.push(violation)
      if (path !== undefined) appendFileSync(path, `${new Date().toISOString()} VIOLATION\n${violation}\n\n`)
    },
    all: () => all
  }
}
