/**
 * Keeps the source results of composite calls for `npm run explain`, when the operator has turned it on.
 */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { SourceResult } from "./SourceResult.ts"

/** A composite call that can be made again without its sources. */
export const Saved = Schema.Struct({
  capability: Schema.Literal("research", "information.verify", "information.evidence", "information.compare"),
  /** The request body, decoded. */
  request: Schema.Unknown,
  /** The moment of the answer, in Unix milliseconds. */
  now: Schema.Int,
  answers: Schema.Array(SourceResult)
})
export type Saved = typeof Saved.Type

const encode = Schema.encode(Schema.parseJson(Saved, { space: 2 }))

/** Keeps composite calls by request id. It never fails a call: a file that cannot be written is logged. */
export class OutcomeArchive extends Context.Tag("almanac/OutcomeArchive")<
  OutcomeArchive,
  { readonly keep: (requestId: string, saved: Saved) => Effect.Effect<void> }
>() {}

/** Keeps nothing. */
const layerNone = Layer.succeed(OutcomeArchive, { keep: () => Effect.void })

/** Keeps a file for each call, `<request id>.json`. */
const layerDirectory = (directory: string) =>
  Layer.effect(
    OutcomeArchive,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { join } = yield* Path.Path
      return {
        keep: (requestId, saved) =>
          Effect.gen(function* () {
            yield* files.makeDirectory(directory, { recursive: true })
            yield* files.writeFileString(join(directory, `${requestId}.json`), yield* encode(saved))
          }).pipe(Effect.catchAll(({ _tag }) => Effect.logWarning("outcomes were not kept", { error: _tag })))
      }
    })
  )

/** Keeps a file for each call in a directory; nothing without one. */
export const layer = Option.match({
  onNone: () => layerNone,
  onSome: (directory: string) =>
    Layer.provide(layerDirectory(directory), Layer.merge(NodeFileSystem.layer, NodePath.layer))
})
