/**
 * Where the answer goes: the standard output, or a file that is there whole or not at all.
 */
import { open, rename, rm, stat } from "node:fs/promises"
import type { Output } from "../Terminal.ts"
import { UsageError } from "../Usage.ts"

export interface Destination {
  readonly write: (text: string) => Promise<void>
  /** Ends it where there is nothing to write. */
  readonly discard: () => Promise<void>
}

const toOutput = (out: Output): Destination => ({
  write: async (text) => out.write(text),
  discard: async () => {}
})

/** The file is made beside its place before anything is paid: one that cannot be written costs nothing. */
const toFile = async (file: string): Promise<Destination> => {
  const unusable = (error: unknown) =>
    new UsageError(
      `${file} cannot be written (${error instanceof Error && "code" in error ? error.code : String(error)})`
    )
  const present = await stat(file).catch(() => undefined)
  if (present?.isDirectory() === true) throw new UsageError(`${file} is a folder`)
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
