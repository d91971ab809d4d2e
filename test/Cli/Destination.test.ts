/**
 * Where an answer goes that is written into a file: whole or not at all, and what was there keeps what it is.
 */
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { destination } from "../../src/Cli/output/Destination.ts"

const folder = mkdtempSync(join(tmpdir(), "almanac-"))
afterAll(() => rmSync(folder, { recursive: true }))
const place = (name: string) => join(folder, name)

const out = {
  write: async () => {},
  isTerminal: false,
  isRewritable: false,
  width: undefined,
  style: (_: string, text: string) => text
}
const write = async (name: string, text: string) => (await destination(place(name), out)).write(text)

describe("an answer in a file", () => {
  it("is there whole, and beside it nothing", async () => {
    await write("new.json", "{}")
    expect([readFileSync(place("new.json"), "utf8"), readdirSync(folder)]).toEqual(["{}", ["new.json"]])
  })

  it("leaves what was there where nothing is written", async () => {
    writeFileSync(place("kept.json"), "before")
    await (await destination(place("kept.json"), out)).discard()
    expect(readFileSync(place("kept.json"), "utf8")).toBe("before")
  })

  it("takes the mode of the file that it replaces", async () => {
    writeFileSync(place("secret.json"), "before")
    chmodSync(place("secret.json"), 0o600)
    await write("secret.json", "after")
    expect([statSync(place("secret.json")).mode & 0o777, readFileSync(place("secret.json"), "utf8")]).toEqual(
      [0o600, "after"]
    )
  })

  it("goes where a link leads", async () => {
    writeFileSync(place("target.json"), "before")
    symlinkSync(place("target.json"), place("link.json"))
    await write("link.json", "after")
    expect(lstatSync(place("link.json")).isSymbolicLink()).toBe(true)
    expect(readFileSync(place("target.json"), "utf8")).toBe("after")
  })

  it("goes into a pipe that is there", async () => {
    execFileSync("mkfifo", [place("pipe")])
    const read = readFile(place("pipe"), "utf8")
    await write("pipe", "after")
    expect(await read).toBe("after")
    expect(statSync(place("pipe")).isFIFO()).toBe(true)
  })
})
