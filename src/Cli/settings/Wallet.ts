/**
 * The private key: from a file that its owner alone can read, or from the environment. It is never shown.
 */
import { open } from "node:fs/promises"
import { UsageError } from "../Usage.ts"
import type { Settings } from "./Settings.ts"

export type PrivateKey = `0x${string}`

const isKey = (text: string): text is PrivateKey => /^0x[0-9a-fA-F]{64}$/.test(text)

/** The key that a text is, with or without `0x`. */
const keyOf = (text: string, name: string): PrivateKey => {
  const trimmed = text.trim()
  const key = trimmed.startsWith("0x") ? trimmed : `0x${trimmed}`
  if (isKey(key)) return key
  throw new UsageError(`${name} holds no private key`, "it must be 64 hexadecimal digits, with or without 0x")
}

/** A key has 66 characters; a file of any other kind is not read. */
const mostBytes = 200

const readKey = async (file: string): Promise<string> => {
  const handle = await open(file, "r").catch((error) => {
    throw new UsageError(`the wallet ${file} cannot be read (${error.code ?? error})`)
  })
  try {
    // Of the open file: its name may lead elsewhere a moment later.
    const status = await handle.stat()
    if (status.isDirectory()) throw new UsageError(`the wallet ${file} is a folder`, "name the file in it")
    const { mode, size } = status
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new UsageError(`the wallet ${file} can be read by others`, `run: chmod 600 ${file}`)
    if (size > mostBytes) throw new UsageError(`${file} holds no private key: it is too large`)
    return await handle.readFile("utf8")
  } finally {
    await handle.close()
  }
}

/** The key of the settings. */
export const privateKeyOf = async (key: NonNullable<Settings["key"]>): Promise<PrivateKey> =>
  "file" in key ? keyOf(await readKey(key.file), key.file) : keyOf(key.text, key.name)
