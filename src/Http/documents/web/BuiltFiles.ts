/**
 * The files that the pages are made of. They are read, or made, when the first page is asked for.
 */
import { readFile } from "node:fs/promises"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SharedAnswer from "../../../Runtime/SharedAnswer.ts"
import { type Asset, fileName, WebFiles } from "../../../Web/WebFiles.ts"
import * as Document from "../Document.ts"

const decode = Schema.decodeUnknown(Schema.parseJson(WebFiles))

/** What the build has put beside the program. */
const ofBuild = Effect.tryPromise(() => readFile(new URL(fileName, import.meta.url), "utf8")).pipe(
  Effect.flatMap(decode)
)

/** There is no such file beside a source: it is made of the others. */
const ofSources = Effect.promise(async () => {
  const { build } = await import("../../../Web/build/Build.ts")
  return (await build()).files
})

/** Longer than any cache keeps it: another content has another name. */
const forEver = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff"
}

const documentOf = ({ contentType, name, text }: Asset) =>
  [name, Document.make(Effect.succeed({ contentType, text, headers: forEver }))] as const

/** The files of this process, and those for a browser as documents by their names. */
export class BuiltFiles extends Context.Tag("almanac/BuiltFiles")<
  BuiltFiles,
  {
    readonly files: Effect.Effect<WebFiles>
    readonly asset: (name: string) => Effect.Effect<Option.Option<Document.Document>>
  }
>() {
  static readonly layer = Layer.sync(BuiltFiles, () => {
    const made = SharedAnswer.make(
      Effect.map(Effect.orDie(Effect.orElse(ofBuild, () => ofSources)), (files) => ({
        files,
        assets: new Map(
          [files.style, files.scripts.home, files.scripts.capability, ...files.parts].map(documentOf)
        )
      })),
      Duration.infinity
    )
    return {
      files: Effect.map(made, ({ files }) => files),
      asset: (name) => Effect.map(made, ({ assets }) => Option.fromNullable(assets.get(name)))
    }
  })
}
