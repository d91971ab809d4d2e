/**
 * Programs that are given what they cannot take: a line that names it, no trace, and the exit code that the program tells.
 */

import { spawn } from "node:child_process"
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundleOf } from "../support/process/Program.ts"
import { answering } from "../support/Sockets.ts"

const html = "<!doctype html><title>Somebody else</title>"
const saved = { capability: "research", request: {}, now: 1, answers: [] }

/** Runs a program in a folder; `device` takes what it prints. */
const run = (
  folder: string,
  entryPoint: string,
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  device?: string
) =>
  Effect.promise(async () => {
    const program = await bundleOf(entryPoint)
    const output = device === undefined ? undefined : openSync(device, "w")
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...environment },
      stdio: ["ignore", output ?? "pipe", "pipe"]
    })
    let [out, err] = ["", ""]
    child.stdout?.on("data", (chunk) => (out += String(chunk)))
    child.stderr?.on("data", (chunk) => (err += String(chunk)))
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
    if (output !== undefined) closeSync(output)
    return { code, out, err: err.trimEnd().split("\n") }
  })

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-operands-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

describe("programs", () => {
  it.scopedLive.each<readonly [file: string, content: string | undefined, message: string]>([
    ["nothing.json", undefined, "nothing.json cannot be read (ENOENT)"],
    [".", undefined, ". cannot be read (EISDIR)"],
    ["number.json", "5", "number.json is no JSON object"],
    ["torn.json", "{", "torn.json is no JSON: it ends too early"],
    [
      "other.json",
      JSON.stringify({ ...saved, capability: "fx.rates" }),
      "other.json holds no saved outcomes: /capability must be one of research, information.verify, information.evidence, information.compare"
    ],
    [
      "answer.json",
      JSON.stringify({ ...saved, answers: [5] }),
      "answer.json holds no saved outcomes: /answers/0 is of another form"
    ],
    [
      "request.json",
      JSON.stringify(saved),
      "request.json holds no saved outcomes: /request is no request of research"
    ]
  ])("explain: %s is no file of outcomes", ([file, content, message]) =>
    Effect.gen(function* () {
      const place = yield* folder
      if (content !== undefined) writeFileSync(join(place, file), content)
      expect(yield* run(place, "scripts/explain.ts", [file], {})).toEqual({
        code: 2,
        out: "",
        err: [message]
      })
    })
  )

  const unreadable =
    ".env cannot be read (EISDIR): it must be a file that this user may read, or not be there"

  it.scopedLive.each([
    ["scripts/canary.ts", { code: 2, out: "", err: [unreadable] }],
    ["scripts/books/changes.ts", { code: 2, out: "", err: [unreadable] }],
    [
      "scripts/doctor.ts",
      { code: 1, out: expect.stringContaining(`settings  fail  ${unreadable}\n`), err: [""] }
    ]
  ] as const)("%s: a .env that cannot be read", ([program, told]) =>
    Effect.gen(function* () {
      const place = yield* folder
      mkdirSync(join(place, ".env"))
      expect(yield* run(place, program, [], {})).toEqual(told)
    })
  )

  it.scopedLive("pay: a key that is none, and an address of somebody else", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const url = yield* answering((_, response) => {
        response.writeHead(200, { "content-type": "text/html" }).end(html)
      })
      const pay = (environment: Readonly<Record<string, string>>) =>
        run(place, "scripts/pay.ts", ["fx.rates", "{}"], { BASE_URL: url, ...environment })
      const wrongKey = ["BUYER_PRIVATE_KEY must be a private key: 0x and 64 hexadecimal digits"]
      for (const key of ["0x12", "12", `0x${"0".repeat(64)}`])
        expect(yield* pay({ BUYER_PRIVATE_KEY: key })).toEqual({ code: 2, out: "", err: wrongKey })
      const err = [`what answers at ${url} is no Almanac (HTTP 200): set BASE_URL`]
      expect(yield* pay({})).toEqual({ code: 2, out: "", err })
    })
  )

  it.scopedLive("canary: tells its options where it is asked for them", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const { code, out } = yield* run(place, "scripts/canary.ts", ["--help"], {})
      expect([code, out]).toEqual([0, expect.stringContaining("usage: npm run canary")])
    })
  )

  it.scopedLive(
    "changes: prints where nothing can be written: exit code 2, which says that it could not be made",
    () =>
      Effect.gen(function* () {
        const place = yield* folder
        const { code, err } = yield* run(place, "scripts/books/changes.ts", ["--help"], {}, "/dev/full")
        expect([code, err]).toEqual([2, ["the output could not be written (ENOSPC)"]])
      })
  )
})
