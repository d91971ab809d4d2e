/**
 * Keeps the source results of composite calls for `npm run explain`, when the operator has turned it on.
 */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { atMost, limitConcurrency } from "../Runtime/Bracket.ts"
import { reasonOf } from "../Runtime/FileError.ts"
import { randomHex } from "../Runtime/RandomId.ts"
import { Saved } from "./SavedOutcomes.ts"

/** What a file holds: the request id is in it, and not in its name, since a client may choose it. */
const Kept = Schema.Struct({ requestId: Schema.String, ...Saved.fields })

const encode = Schema.encode(Schema.parseJson(Kept, { space: 2 }))

/** Keeps composite calls. It never fails a call: a file that cannot be written is logged. */
export class OutcomeArchive extends Context.Tag("almanac/OutcomeArchive")<
  OutcomeArchive,
  { readonly keep: (requestId: string, saved: Saved) => Effect.Effect<void> }
>() {}

/** The directory cannot be made, listed or written to. */
export class ArchiveUnusable extends Data.TaggedError("ArchiveUnusable")<{
  readonly directory: string
  readonly reason: string
}> {
  override get message() {
    return `OUTCOMES_DIR "${this.directory}" cannot be used (${this.reason}): it must name a directory that this process can write to`
  }
}

/** Files at most: the oldest goes when one more comes. */
export const mostFiles = 10_000

/** How long a call waits for its file. */
const writeLimit = Duration.seconds(2)

/** Files that may wait to be written: a disk that hangs must not fill the memory. */
const mostWaiting = 100

/** A name of ours: the moment, by which files are sorted, and something random. Other files are left alone. */
const ours = /^\d{13}-[0-9a-f]{8}\.json$/

const nameAt = (now: number, random: string) => `${String(now).padStart(13, "0")}-${random.slice(0, 8)}.json`

/** Keeps nothing. */
const layerNone = Layer.succeed(OutcomeArchive, { keep: () => Effect.void })

/** Keeps a file for each call, readable by its owner alone. Fails when the directory cannot be used. */
export const layerDirectory = (directory: string, most: number) =>
  Layer.effect(
    OutcomeArchive,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { join } = yield* Path.Path
      const at = (name: string) => join(directory, name)

      const names = yield* Effect.gen(function* () {
        yield* files.makeDirectory(directory, { recursive: true, mode: 0o700 })
        const probe = at(`.${yield* randomHex}`)
        yield* files.writeFileString(probe, "")
        yield* files.remove(probe)
        const found = yield* files.readDirectory(directory)
        return found.filter((name) => ours.test(name)).sort()
      }).pipe(
        Effect.mapError(
          (error) =>
            new ArchiveUnusable({
              directory,
              reason: reasonOf(error)
            })
        )
      )

      const write = (requestId: string, saved: Saved) =>
        Effect.gen(function* () {
          const name = nameAt(saved.now, yield* randomHex)
          const text = yield* encode({ requestId, ...saved })
          // What could not be written whole, on a full disk say, is not left: it would count for nothing.
          yield* Effect.tapError(files.writeFileString(at(name), text, { mode: 0o600 }), () =>
            Effect.ignore(files.remove(at(name), { force: true }))
          )
          names.push(name)
          for (const oldest of names.splice(0, Math.max(0, names.length - most))) {
            yield* files.remove(at(oldest), { force: true })
          }
        }).pipe(Effect.mapError((error) => (error._tag === "ParseError" ? error._tag : reasonOf(error))))

      // One at a time: a disk that hangs holds one thread of Node's few.
      const inTurn = limitConcurrency(1)
      const inLine = atMost(mostWaiting, "Busy")

      /** The call waits no longer than that, but the write goes on: what hangs stays counted. */
      const keep = (requestId: string, saved: Saved) =>
        Effect.flatMap(Effect.forkDaemon(Effect.exit(inLine(inTurn(write(requestId, saved))))), (writing) =>
          Effect.timeoutFail(Effect.flatten(Fiber.join(writing)), {
            duration: writeLimit,
            onTimeout: () => "TimedOut"
          })
        )

      return {
        keep: (requestId, saved) =>
          Effect.catchAll(keep(requestId, saved), (error) =>
            Effect.logWarning("outcomes were not kept", { error })
          )
      }
    })
  )

/** Keeps a file for each call in a directory; nothing without one. */
export const layer = Option.match({
  onNone: () => layerNone,
  onSome: (directory: string) =>
    Layer.provide(layerDirectory(directory, mostFiles), Layer.merge(NodeFileSystem.layer, NodePath.layer))
})
