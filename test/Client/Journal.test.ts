/**
 * The journal in a file: what is in it after processes of any kind, and what becomes of one that is damaged.
 */
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { fileJournal } from "../../src/Client/index.ts"
import type { Entry, Owner, Purchases } from "../../src/Client/journal/Journal.ts"
import { input, scripted } from "./Scripted.ts"

const folder = mkdtempSync(join(tmpdir(), "almanac-journal-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const fresh = () => join(folder, `${files++}`, "journal.jsonl")

const owner: Owner = { payer: `0x${"aa".repeat(20)}`, network: "eip155:84532" }
const at = "2026-11-29T12:00:00.000Z"

const reserved = (key: string): Entry => ({
  event: "reserved",
  key,
  attempt: `attempt of ${key}`,
  id: "fx.rates",
  path: "/v1/fx/rates",
  body: '{"base":"EUR","end":1}',
  amount: "2000",
  payTo: `0x${"bb".repeat(20)}`,
  nonce: `0x${"cc".repeat(32)}`,
  at
})

const ended = (key: string): Entry => ({ event: "ended", key, charged: true, at })

const append = (journal: ReturnType<typeof fileJournal>, ...entries: ReadonlyArray<Entry>) =>
  journal.change(owner, () => ({ entries, result: undefined }))

const keysIn = (path: string) =>
  fileJournal(path).change(owner, (purchases) => ({ entries: [], result: [...purchases.keys()] }))

/** A journal with three purchases, by processes that came one after the other. */
const written = async () => {
  const path = fresh()
  for (const key of ["one", "two", "three"]) await append(fileJournal(path), reserved(key))
  return path
}

describe("a journal in a file", () => {
  it("is read by the next process", async () => {
    const path = await written()
    await append(fileJournal(path), ended("two"))
    const read = (purchases: Purchases) => ({ entries: [], result: [...purchases.values()] })
    expect(await fileJournal(path).change(owner, read)).toMatchObject([
      { key: "one", charged: false, attempts: ["attempt of one"] },
      { key: "two", charged: true, amount: "2000" },
      { key: "three", charged: false }
    ])
  })

  it("is JSON line by line, for its owner alone", async () => {
    const path = await written()
    const lines = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { event: "journal", version: 1, ...owner },
      { event: "reserved", key: "one" },
      { event: "reserved", key: "two" },
      { event: "reserved", key: "three" }
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700)
  })

  it("is not made by who only looks", async () => {
    const path = fresh()
    expect(await fileJournal(path).change(undefined, ({ size }) => ({ entries: [], result: size }))).toBe(0)
    expect(() => statSync(path)).toThrow("ENOENT")
  })

  it("gives every change of many journals of one file its turn", async () => {
    const path = fresh()
    const journals = Array.from({ length: 5 }, () => fileJournal(path))
    const sizes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (journals[n % 5] ?? fileJournal(path)).change(owner, ({ size }) => ({
          entries: [reserved(`${n}`)],
          result: size
        }))
      )
    )
    // Each was decided for what is before it in the file: no two saw the same.
    expect([...sizes].sort((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    expect(await keysIn(path)).toHaveLength(40)
  })

  it("appends nothing when the decision throws", async () => {
    const path = await written()
    const before = readFileSync(path, "utf8")
    const change = fileJournal(path).change(owner, () => {
      throw new Error("over budget")
    })
    await expect(change).rejects.toThrow("over budget")
    expect(readFileSync(path, "utf8")).toBe(before)
  })
})

describe("what a crash has cut short means nothing, and takes nothing away", () => {
  it("at every byte of the last line", async () => {
    const path = await written()
    const text = readFileSync(path, "utf8")
    const last = text.lastIndexOf("\n", text.length - 2) + 1
    for (let length = last; length < text.length; length += 7) {
      writeFileSync(path, text.slice(0, length))
      await append(fileJournal(path), reserved("four"))
      expect([length, await keysIn(path)]).toEqual([length, ["one", "two", "four"]])
    }
  })

  it("but for a line that only lacks its line break: it is whole", async () => {
    const path = await written()
    writeFileSync(path, readFileSync(path, "utf8").trimEnd())
    await append(fileJournal(path), reserved("four"))
    expect(await keysIn(path)).toEqual(["one", "two", "three", "four"])
  })

  it("in the first line too, and again and again", async () => {
    const path = await written()
    const [first = ""] = readFileSync(path, "utf8").split("\n")
    writeFileSync(path, first.slice(0, 30))
    for (const key of ["one", "two"]) {
      await append(fileJournal(path), reserved(key))
      appendFileSync(path, first.slice(0, 40))
    }
    expect(await keysIn(path)).toEqual(["one", "two"])
  })

  it("while another process has the journal open", async () => {
    const path = await written()
    const journal = fileJournal(path)
    await append(journal, reserved("four"))
    appendFileSync(path, '{"sum":"0123')
    await append(fileJournal(path), reserved("five"))
    await append(journal, reserved("six"))
    expect(await keysIn(path)).toEqual(["one", "two", "three", "four", "five", "six"])
  })
})

describe("a journal is refused, told why, and left as it is", () => {
  /** Damage of the text of a journal of three purchases. */
  const damages: ReadonlyArray<
    readonly [what: string, damage: (lines: Array<string>) => Array<string>, why: RegExp]
  > = [
    [
      "an amount was changed",
      (lines) => lines.map((line) => line.replace('"2000"', '"1"')),
      /line 2 is damaged/
    ],
    ["a line in the middle is gone", ([a, b, , d]) => [a ?? "", b ?? "", d ?? ""], /line 3 is damaged/],
    ["lines were swapped", ([a, b, c, d]) => [a ?? "", c ?? "", b ?? "", d ?? ""], /line 2 is damaged/],
    ["the first line is gone", ([, ...lines]) => lines, /line 1 is damaged/],
    [
      "a line was cut in the middle",
      (lines) => lines.map((line, n) => (n === 2 ? line.slice(0, 50) : line)),
      /line 4 is damaged/
    ],
    [
      "a line lost its beginning",
      (lines) => lines.map((line, n) => (n === 1 ? line.slice(9) : line)),
      /line 2 is damaged/
    ],
    [
      "a byte of the last line was changed",
      (lines) => lines.map((line, n) => (n === 3 ? line.replace("three", "threa") : line)),
      /line 4 is damaged/
    ],
    ["it is of another program", () => ['{"some":"JSON"}'], /no journal of this client/],
    ["it is a text", () => ["Dear diary,"], /no journal of this client/]
  ]

  it.each(damages)("%s", async (_, damage, why) => {
    const path = await written()
    const lines = readFileSync(path, "utf8").trimEnd().split("\n")
    const text = `${damage(lines).join("\n")}\n`
    writeFileSync(path, text)
    const { client, seen, sent, signed } = scripted({}, { journal: fileJournal(path) })
    for (let n = 0; n < 2; n++) {
      await expect(client.call("fx.rates", input)).rejects.toMatchObject({
        name: "JournalUnusable",
        code: "JOURNAL_UNUSABLE",
        charged: false,
        message: expect.stringMatching(why)
      })
    }
    await expect(client.spent()).rejects.toThrow(why)
    expect([seen.unpaid, sent, signed]).toEqual([0, [], []])
    expect(readFileSync(path, "utf8")).toBe(text)
  })

  const states: ReadonlyArray<readonly [what: string, change: (path: string) => void, why: RegExp]> = [
    ["others may read it", (path) => chmodSync(path, 0o640), /others may read it; chmod 600/],
    ["others may write it", (path) => chmodSync(path, 0o602), /others may read it; chmod 600/],
    ["it is a folder", (path) => renameSync(path, join(path, "..", "..", "moved")), /EISDIR/],
    ["its folder is a file", (path) => writeFileSync(`${path}x`, ""), /ENOTDIR|EEXIST/]
  ]
  it.each(states)("%s", async (what, change, why) => {
    const path = await written()
    change(path)
    const place =
      what === "it is a folder"
        ? join(path, "..")
        : what.startsWith("its folder")
          ? join(`${path}x`, "y")
          : path
    const { client, seen } = scripted({}, { journal: fileJournal(place) })
    await expect(client.call("fx.rates", input)).rejects.toMatchObject({
      code: "JOURNAL_UNUSABLE",
      message: expect.stringMatching(why)
    })
    expect(seen.unpaid).toBe(0)
  })

  it("it is of another payer", async () => {
    const { client, seen } = scripted({}, { journal: fileJournal(await written()) })
    await expect(client.call("fx.rates", input)).rejects.toThrow(
      `the journal is of ${owner.payer} on eip155:84532`
    )
    expect(seen.unpaid).toBe(0)
  })

  it("it was replaced, or cut short, while a process uses it", async () => {
    const paths = [await written(), await written()]
    const journals = paths.map(fileJournal)
    for (const [n, journal] of journals.entries()) await append(journal, reserved(`more ${n}`))
    const [replaced = "", cut = ""] = paths
    copyFileSync(replaced, `${replaced}.copy`)
    renameSync(`${replaced}.copy`, replaced)
    writeFileSync(cut, readFileSync(cut, "utf8").split("\n").slice(0, 2).join("\n"))
    for (const [n, why] of [/replaced while it was in use/, /cut short while it was in use/].entries()) {
      await expect(append(journals[n] ?? fileJournal(""), reserved("last"))).rejects.toThrow(why)
    }
  })
})

it("a purchase goes through the journal in a file", async () => {
  const path = fresh()
  const first = scripted({}, { journal: fileJournal(path) })
  const { key, nonce } = await first.client.call("fx.rates", input)
  const next = scripted({}, { journal: fileJournal(path) })
  expect(await next.client.find(key)).toMatchObject({
    state: "charged",
    nonce,
    transaction: expect.any(String)
  })
  expect(await next.client.spent()).toMatchObject({ today: "0.002", open: "0" })
  const events = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).event)
  expect(events).toEqual(["journal", "reserved", "signed", "ended"])
})
