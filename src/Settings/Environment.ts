/**
 * Where settings come from: the environment, and a file `.env` for what the environment leaves out.
 */
import * as FileSystem from "@effect/platform/FileSystem"
import * as PlatformConfigProvider from "@effect/platform/PlatformConfigProvider"
import * as Array from "effect/Array"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { codeOf } from "../Runtime/FileError.ts"

const file = ".env"

/** A line that sets a variable. */
const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gm

/** The file is there, and this user cannot read it: without it, the service would go by other settings. */
export class EnvironmentFileUnreadable extends Data.TaggedError("EnvironmentFileUnreadable")<{
  readonly reason: string
}> {
  override get message() {
    return `${file} cannot be read (${this.reason}): it must be a file that this user may read, or not be there`
  }
}

/** The variables of the file; none when there is no file. */
const fromFile = Effect.gen(function* () {
  const content = yield* (yield* FileSystem.FileSystem).readFileString(file)
  const provider = yield* PlatformConfigProvider.fromDotEnv(file)
  const names = [...content.matchAll(assignment)].flatMap(([, name]) => name ?? [])
  // A value of several lines may have one that looks like an assignment, as the last one of a key in PEM does.
  return yield* Effect.forEach(names, (name) =>
    Effect.option(Effect.map(provider.load(Config.string(name)), (value) => [name, value] as const))
  )
}).pipe(
  Effect.map(Array.getSomes),
  Effect.catchAll((error) =>
    error._tag === "SystemError" && error.reason === "NotFound"
      ? Effect.succeed([])
      : new EnvironmentFileUnreadable({ reason: codeOf(error) })
  )
)

/**
 * The provider of settings. Unlike that of Effect's default it takes a name as one piece, so that the names that are set
 * can be listed.
 */
export const layer = (
  environment: Readonly<Record<string, string | undefined>>
): Layer.Layer<never, EnvironmentFileUnreadable, FileSystem.FileSystem> =>
  Layer.unwrapEffect(
    Effect.map(fromFile, (inFile) => {
      const own = Object.entries(environment).flatMap(([name, value]) =>
        Option.toArray(Option.map(Option.fromNullable(value), (value) => [name, value] as const))
      )
      return Layer.setConfigProvider(
        ConfigProvider.fromMap(new Map([...inFile, ...own]), { pathDelim: "\0" })
      )
    })
  )
