/**
 * What `npm start` runs: the bundle, with the code that V8 made of it when it was built. To make that anew takes a
 * quarter of a start. Where it is missing, or of another V8 or for other flags, V8 does make it anew.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Script } from "node:vm"

const filename = join(__dirname, "almanac.js")

const cachedCode = (): Buffer | undefined => {
  try {
    return readFileSync(join(__dirname, "almanac.cache"))
  } catch {
    return undefined
  }
}

const cachedData = cachedCode()

/** The bundle: a function of `require` and of its own address. All of it is ASCII. */
export const script = new Script(readFileSync(filename, "latin1"), {
  filename,
  ...(cachedData === undefined ? {} : { cachedData })
})

script.runInThisContext()(require, pathToFileURL(filename).href)
