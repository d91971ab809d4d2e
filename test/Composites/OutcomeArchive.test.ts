/**
 * What is kept of composite calls: names of ours, a number of files, and a disk that fails or hangs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileSystem, Path } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { NodeContext } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, Schema, TestClock } from "effect"
import * as OutcomeArchive from "../../src/Composites/OutcomeArchive.ts"
import type { Saved } from "../../src/Composites/SavedOutcomes.ts"
import * as Logs from "../support/Logs.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const saved = (now: number): Saved => ({
  capability: "information.evidence",
  request: { query: "coffee" },
  now,
  answers: []
})

const archive = <E, R>(layer: Layer.Layer<OutcomeArchive.OutcomeArchive, E, R>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, OutcomeArchive.OutcomeArchive))

const Kept = Schema.parseJson(Schema.Struct({ requestId: Schema.String, now: Schema.Int }))

const read = (directory: string) =>
  readdirSync(directory)
    .sort()
    .filter((name) => /^\d{13}-[0-9a-f]{8}\.json$/.test(name))
    .map((name) => Schema.decodeUnknownSync(Kept)(readFileSync(join(directory, name), "utf8")))

describe("outcomes", () => {
  it.scoped("are kept by names of ours, the newest ones, beside files of other names", () =>
    Effect.gen(function* () {
      const directory = join(yield* folder, "kept")
      const here = Layer.provide(OutcomeArchive.layerDirectory(directory, 3), NodeContext.layer)
      const first = yield* archive(here)
      for (const now of [1, 2]) yield* first.keep("same-id", saved(1_700_000_000_000 + now))
      writeFileSync(join(directory, "notes.json"), "{}")
      // The next process knows what it finds.
      const second = yield* archive(here)
      for (const now of [3, 4, 5]) yield* second.keep("same-id", saved(1_700_000_000_000 + now))
      expect(read(directory)).toEqual(
        [3, 4, 5].map((now) => ({ requestId: "same-id", now: 1_700_000_000_000 + now }))
      )
      expect(readdirSync(directory).length).toBe(4)
      const modes = readdirSync(directory)
        .filter((name) => name !== "notes.json")
        .map((name) => statSync(join(directory, name)).mode & 0o777)
      expect(new Set([...modes, statSync(directory).mode & 0o77])).toEqual(new Set([0o600, 0]))
    })
  )

  it("are 10,000 at most", () => {
    expect(OutcomeArchive.mostFiles).toBe(10_000)
  })

  it.scoped("that cannot be kept anywhere end the start", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      writeFileSync(file, "")
      const error = yield* Effect.flip(archive(OutcomeArchive.layer(Option.some(file))))
      expect(error.message).toMatch(
        /^OUTCOMES_DIR ".*file" cannot be used \(EEXIST: file already exists.*\): it must name a directory/
      )
    })
  )

  it.scoped("leave nothing of a file that the disk has no room for", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const full = Layer.effect(
        FileSystem.FileSystem,
        Effect.map(FileSystem.FileSystem, (files) => ({
          ...files,
          writeFileString: (path: string, text: string) =>
            Effect.zipRight(
              files.writeFileString(path, text.slice(0, 10)),
              text === ""
                ? Effect.void
                : new SystemError({
                    reason: "Unknown",
                    module: "FileSystem",
                    method: "writeFile",
                    description: "ENOSPC: no space left on device, write"
                  })
            )
        }))
      ).pipe(Layer.provideMerge(NodeContext.layer))
      const { keep } = yield* archive(Layer.provide(OutcomeArchive.layerDirectory(directory, 3), full))
      const told = yield* Logs.collected((logs) => Effect.as(keep("a", saved(1)), logs.lines))
      expect(readdirSync(directory)).toEqual([])
      expect(told.map(({ text }) => text)).toEqual([
        expect.stringMatching(/not kept.*ENOSPC: no space left/s)
      ])
    })
  )

  it.scoped("are given up, and the call goes on, while the disk hangs; and at once when too many wait", () =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const hang = yield* Deferred.make<void>()
        const disk = FileSystem.layerNoop({
          makeDirectory: () => Effect.void,
          remove: () => Effect.void,
          readDirectory: () => Effect.succeed([]),
          writeFileString: (path) => (path.endsWith(".json") ? Deferred.await(hang) : Effect.void)
        })
        const { keep } = yield* archive(
          Layer.provide(OutcomeArchive.layerDirectory("/d", 3), Layer.merge(disk, Path.layer))
        )
        const calls = yield* Effect.forEach(Array.from({ length: 101 }), () =>
          Effect.fork(keep("a", saved(1)))
        )
        const last = calls.at(-1)
        if (last === undefined) throw new Error("no call")
        yield* Fiber.join(last)
        expect(logs.lines.map(({ text }) => text)).toEqual([expect.stringMatching(/not kept.*Busy/s)])
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.joinAll(calls)
        expect(logs.lines.filter(({ text }) => text.includes("TimedOut")).length).toBe(100)
        yield* Deferred.succeed(hang, undefined)
      })
    )
  )
})
