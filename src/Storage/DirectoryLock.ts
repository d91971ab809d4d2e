/**
 * Admits one process at a time to a directory. The lock is a listening Unix socket. The kernel closes it when the
 * process ends in any way, so a socket that refuses connections belongs to a dead process.
 *
 * Deleting such a socket and listening again would be a race: two processes may see it, and the second could delete
 * the new socket of the first. Names are therefore never reused. Sockets are called 1, 2, 3, ... and only the highest
 * number counts. A process takes over by linking its listening socket under the next number, which exactly one
 * process can do. The highest number is never deleted, not even on release, so that a process that looked long ago
 * cannot take over under an old number.
 */
import { randomBytes } from "node:crypto"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { reasonOf } from "../Runtime/FileError.ts"

/** Another process holds the directory. */
export class DirectoryInUse extends Schema.TaggedError<DirectoryInUse>()("DirectoryInUse", {
  directory: Schema.String
}) {
  override get message() {
    return `The data directory "${this.directory}" is in use by another process. Stop that process, or choose another directory with DATA_DIR.`
  }
}

/** The directory cannot be created, read or written. `reason` is the operating system's. */
export class DirectoryUnusable extends Schema.TaggedError<DirectoryUnusable>()("DirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The data directory "${this.directory}" cannot be used (${this.reason}). DATA_DIR must name a directory that this process can write to.`
  }
}

/** The longest socket path that every system accepts, in bytes: 104 with the closing NUL on macOS, 108 on Linux. */
const longestSocketPath = 103

/** Listens until the scope closes. The server does not keep the process alive, and closes every connection. */
const listen = (path: string): Effect.Effect<void, Error, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>, Error>((resume) => {
      const server = createServer((socket) => socket.destroy()).unref()
      server.once("error", (error) => resume(Effect.fail(error)))
      server.listen(path, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
  )

/** Whether a process listens at the path. */
const answers = (path: string) =>
  Effect.async<boolean, Error>((resume) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.succeed(true))
    })
    socket.once("error", (error: NodeJS.ErrnoException) => {
      switch (error.code) {
        case "ECONNREFUSED":
        case "ENOENT":
          return resume(Effect.succeed(false))
        case "EAGAIN": // its queue of connections is full
          return resume(Effect.succeed(true))
        default:
          return resume(Effect.fail(error))
      }
    })
  })

/**
 * A path to the directory that is short enough for a socket: the directory itself, or a symbolic link that lasts as
 * long as the scope. A relative path or a socket elsewhere would not do: two processes must find the same socket,
 * whatever their working and temporary directories are.
 */
const shortPath = (directory: string, longestName: number) =>
  Effect.gen(function* () {
    if (Buffer.byteLength(directory) + 1 + longestName <= longestSocketPath) return directory
    const fs = yield* FileSystem.FileSystem
    const link = join(yield* fs.makeTempDirectoryScoped({ prefix: "almanac-" }), "d")
    yield* fs.symlink(directory, link)
    return link
  })

/**
 * Keeps other processes out of the directory until the scope closes, by a subdirectory `lock`. Creates a missing
 * directory with access for its owner alone.
 */
export const lock = (
  directory: string
): Effect.Effect<void, DirectoryInUse | DirectoryUnusable, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const scope = yield* Effect.scope
    yield* fs.makeDirectory(join(directory, "lock"), { recursive: true, mode: 0o700 })
    const sockets = yield* fs.realPath(join(directory, "lock"))

    const numbers = Effect.map(fs.readDirectory(sockets), (names) =>
      names
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b)
    )
    const remove = (name: string) => fs.remove(join(sockets, name), { force: true })

    /** Tries once to link the candidate under the next number. False when another process was faster. */
    const claim = (candidate: string, short: string) =>
      Effect.gen(function* () {
        const highest = (yield* numbers).at(-1) ?? 0
        if (highest > 0 && (yield* answers(join(short, String(highest))))) {
          return yield* new DirectoryInUse({ directory })
        }
        const mine = highest + 1
        const linked = yield* fs.link(join(sockets, candidate), join(sockets, String(mine))).pipe(
          Effect.as(true),
          Effect.catchIf(
            (error) => error._tag === "SystemError" && error.reason === "AlreadyExists",
            () => Effect.succeed(false)
          )
        )
        if (!linked) return false
        const present = yield* numbers
        if (present.at(-1) !== mine) {
          yield* remove(String(mine))
          return false
        }
        yield* Effect.forEach(present.slice(0, -1), (number) => remove(String(number)), { discard: true })
        return true
      })

    yield* Effect.scoped(
      Effect.gen(function* () {
        const candidate = `.${randomBytes(4).toString("hex")}`
        const short = yield* shortPath(sockets, candidate.length)
        yield* Effect.addFinalizer(() => Effect.ignore(remove(candidate)))
        yield* Scope.extend(listen(join(short, candidate)), scope)
        yield* Effect.repeat(claim(candidate, short), { until: (claimed) => claimed })
      })
    )
  }).pipe(
    Effect.mapError((error) =>
      error instanceof DirectoryInUse
        ? error
        : new DirectoryUnusable({
            directory,
            reason: "_tag" in error ? reasonOf(error) : error.message
          })
    )
  )
