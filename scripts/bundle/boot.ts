/**
 * The program of `npm start`: it runs the bundle with the code cache that the build has made. Compiling the bundle
 * takes a quarter of a start. A cache that is missing or damaged, or that belongs to another bundle, another V8 or
 * other flags, is not used.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { crc32 } from "node:zlib"

const filename = join(__dirname, "almanac.cjs")

/** The checksum of a bundle and its cache. V8 itself compares only lengths: it would crash, or run the old code. */
const checksum = (bundle: Uint8Array, cache: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(crc32(cache, crc32(bundle)))
  return bytes
}

/** The cache of a bundle, without its checksum at the end. */
const readCache = (bundle: Uint8Array): { readonly cachedData?: Buffer } => {
  try {
    const file = readFileSync(join(__dirname, "almanac.cache"))
    const cache = file.subarray(0, -4)
    return checksum(bundle, cache).equals(file.subarray(-4)) ? { cachedData: cache } : {}
  } catch {
    return {}
  }
}

/** Compiles the bundle to a function of the arguments that node passes to a module. */
const compile = () => {
  const bundle = readFileSync(filename)
  const script = new Script(`(function (require, __filename) {${bundle.toString()}\n})`, {
    // The name in stacks. The cache may have been made in another directory.
    filename: "almanac.cjs",
    ...readCache(bundle)
  })
  return {
    script,
    /** The cache of all code that has been compiled by now, with its checksum. */
    makeCache: (): Buffer => {
      const cache = script.createCachedData()
      return Buffer.concat([cache, checksum(bundle, cache)])
    }
  }
}

/** The compiled bundle. With `--enable-source-maps` node must load the module itself: it reads no map of a script. */
export const compiled = process.sourceMapsEnabled ? undefined : compile()

if (compiled === undefined) require(filename)
else compiled.script.runInThisContext()(require, filename)
