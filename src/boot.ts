/**
 * What `npm start` runs: the bundle, with the code that V8 made of it when it was built. To make that anew takes a
 * quarter of a start. Where it is missing, or of another V8 or for other flags, V8 does make it anew.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"

const filename = join(__dirname, "almanac.cjs")

const cachedCode = (): { readonly cachedData?: Buffer } => {
  try {
    return { cachedData: readFileSync(join(__dirname, "almanac.cache")) }
  } catch {
    return {}
  }
}

/** The bundle as a function of what node gives to a module. All of it is ASCII. */
const compile = () =>
  new Script(`(function (require, __filename) {${readFileSync(filename, "latin1")}\n})`, {
    filename,
    ...cachedCode()
  })

/** What code there is of. With `--enable-source-maps` node loads the module itself: of a script it reads no map. */
export const script = process.sourceMapsEnabled ? undefined : compile()

if (script === undefined) require(filename)
else script.runInThisContext()(require, filename)
