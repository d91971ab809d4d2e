/**
 * The lock of the data directory: between processes, and between fibres, which race as processes do.
 */
import { setImmediate } from "node:timers/promises"
import { FileSystem } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Either, Exit, Scope } from "effect"
import { lock } from "../../src/Storage/DirectoryLock.ts"
import * as ChildProcess from "../support/process/ChildProcess.ts"

/** Milliseconds for tests that start processes, on a busy machine. */
const slow = 60_000

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const sockets = (directory: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(`${directory}/lock`))

describe("DirectoryLock", () => {
  layer(NodeFileSystem.layer)((it) => {
    it.scoped("creates the directory, and keeps others out of it until the scope closes", () =>
      Effect.gen(function* () {
        const directory = `${yield* temporary}/not/there`
        const scope = yield* Scope.make()
        yield* Scope.extend(lock(directory), scope)

        const error = yield* Effect.flip(Effect.scoped(lock(directory)))
        expect(error._tag).toBe("DirectoryInUse")
        expect(error.message).toContain(directory)

        yield* Scope.close(scope, Exit.void)
        yield* Effect.scoped(lock(directory))
      })
    )

    it.scoped("leaves one socket behind, however often it is taken", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        for (const _ of [1, 2, 3]) yield* Effect.scoped(lock(directory))
        expect(yield* sockets(directory)).toEqual(["3"])
      })
    )

    it.scoped(
      "is held by another process, and free after its kill -9",
      () =>
        Effect.gen(function* () {
          const directory = yield* temporary
          const child = yield* ChildProcess.start("LockingProcess.ts", directory)
          expect(yield* child.firstLine).toBe("locked")
          expect((yield* Effect.flip(lock(directory)))._tag).toBe("DirectoryInUse")

          yield* child.kill
          yield* lock(directory)
        }),
      slow
    )

    it.scoped(
      "lets one of several processes take over from a killed one",
      () =>
        Effect.gen(function* () {
          const directory = yield* temporary
          const killed = yield* ChildProcess.start("LockingProcess.ts", directory)
          expect(yield* killed.firstLine).toBe("locked")
          yield* killed.kill

          const children = yield* Effect.replicateEffect(
            ChildProcess.start("LockingProcess.ts", directory),
            3
          )
          const lines = yield* Effect.forEach(children, (child) => child.firstLine, {
            concurrency: "unbounded"
          })
          expect(lines.sort()).toEqual(["DirectoryInUse", "DirectoryInUse", "locked"])
        }),
      slow
    )

    it.scoped("lets one of many take over at the same moment, and again when it is gone", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        for (let round = 0; round < 50; round++) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const outcomes = yield* Effect.all(
                Array.from({ length: 8 }, () => Effect.either(lock(directory))),
                { concurrency: "unbounded" }
              )
              expect(outcomes.filter(Either.isRight).length).toBe(1)
            })
          )
        }
      })
    )

    it.scoped("never has two holders while they come and go", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        let holders = 0
        const worker = Effect.gen(function* () {
          yield* lock(directory)
          holders++
          expect(holders).toBe(1)
          yield* Effect.addFinalizer(() => Effect.sync(() => holders--))
          yield* Effect.repeatN(
            Effect.promise(() => setImmediate()),
            20
          )
        }).pipe(Effect.scoped, Effect.option, Effect.repeatN(100))
        yield* Effect.all(
          Array.from({ length: 8 }, () => worker),
          { concurrency: "unbounded" }
        )
      })
    )

    it.scoped("takes a path that is too long for a socket", () =>
      Effect.gen(function* () {
        const directory = `${yield* temporary}/${"long/".repeat(40)}`
        yield* lock(directory)
        expect(yield* sockets(directory)).toEqual(["1"])
        expect((yield* Effect.flip(lock(directory)))._tag).toBe("DirectoryInUse")
      })
    )

    it.scoped("tells what is wrong with a directory that cannot be used", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = `${yield* temporary}/file`
        yield* fs.writeFileString(file, "")
        const error = yield* Effect.flip(lock(file))
        expect(error._tag).toBe("DirectoryUnusable")
        expect(error.message).toContain(`"${file}" cannot be used (ENOTDIR: not a directory`)
      })
    )
  })
})
