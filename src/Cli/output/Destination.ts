/**
 * Where the answer goes: the standard output, or a file that is there whole or not at all.
 */
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import type { Output } from "../Terminal.ts"
import { UsageError } from "../Usage.ts"

export interface Destination {
  readonly write: (text: string) => Promise<void>
  /** Ends it where there is nothing to write. */
  readonly discard: () => Promise<void>
}

const toOutput = (out: Output): Destination => ({
  write: out.write,
  discard: async () => {}
})

/**
 * The file is made beside its place before anything is paid: one that cannot be written costs nothing. A link is followed,
 * and a file that is replaced leaves its mode. What is no regular file (a pipe, a device) is written to where it is.
 */
const toFile = async (named: string): Promise<Destination> => {
  const unusable = (error: unknown) =>
    new UsageError(
      `${named} cannot be written (${error instanceof Error && "code" in error ? error.code : String(error)})`
    )
  const present = await stat(named).catch(() => undefined)
  if (present?.isDirectory() === true) throw new UsageError(`${named} is a folder`)
  if (present !== undefined && !present.isFile()) {
    return {
      discard: async () => {},
      write: (text) =>
        writeFile(named, text).catch((error: unknown) => {
          throw unusable(error)
        })
    }
  }
  const file = await realpath(named).catch(() => named)
  const part = `${file}.${process.pid}.part`
  const handle = await open(part, "wx").catch((error: unknown) => {
    throw unusable(error)
  })
  const discard = async () => {
    await handle.close()
    await rm(part, { force: true })
  }
  return {
    discard,
    write: async (text) => {
      try {
        if (present !== undefined) await handle.chmod(present.mode & 0o777)
        await handle.writeFile(text)
        await handle.close()
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw unusable(error)
      }
    }
  }
}

/** The destination that a command was given; `-` is the standard output. */
export const destination = async (file: string | undefined, out: Output): Promise<Destination> =>
  file === undefined || file === "-" ? toOutput(out) : toFile(file)
