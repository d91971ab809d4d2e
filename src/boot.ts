/**
 * What `npm start` runs: the bundle, with the code that V8 made of it when it was built. To make that anew takes a
 * quarter of a start. Where it is missing, damaged, of another bundle, of another V8 or for other flags, it is made anew.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { crc32 } from "node:zlib"

const filename = join(__dirname, "almanac.cjs")

/** What belongs to a bundle's code. V8 itself looks at the length of the two, and would run whatever it is given. */
const seal = (bundle: Uint8Array, code: Uint8Array): Buffer => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(code, crc32(bundle)))
  return sum
}

/** The code that was kept of a bundle, with its seal. */
const kept = (bundle: Uint8Array): { readonly cachedData?: Buffer } => {
  try {
    const file = readFileSync(join(__dirname, "almanac.cache"))
    const code = file.subarray(0, -4)
    return seal(bundle, code).equals(file.subarray(-4)) ? { cachedData: code } : {}
  } catch {
    return {}
  }
}

/** The bundle as a function of what node gives to a module. */
const compile = () => {
  const bundle = readFileSync(filename)
  const script = new Script(`(function (require, __filename) {${bundle.toString("latin1")}\n})`, {
    // As stacks name it: where the code was made may be another place than here.
    filename: "almanac.cjs",
    ...kept(bundle)
  })
  return {
    script,
    /** What there is of code by now, as it is to be kept. */
    keepsake: (): Buffer => {
      const code = script.createCachedData()
      return Buffer.concat([code, seal(bundle, code)])
    }
  }
}

/** What is run. With `--enable-source-maps` node loads the module itself: of a script it reads no map. */
export const compiled = process.sourceMapsEnabled ? undefined : compile()

if (compiled === undefined) require(filename)
else compiled.script.runInThisContext()(require, filename)
