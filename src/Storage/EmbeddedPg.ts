/**
 * PostgreSQL inside this process: PGlite, which the driver reaches without a port. PGlite has one session, so there is
 * one connection, and statements queue for it.
 */
import { join } from "node:path"
import * as FileSystem from "@effect/platform/FileSystem"
import type { PGliteOptions } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { reasonOf } from "../Runtime/FileError.ts"
import { type DirectoryInUse, DirectoryUnusable, lock } from "./DirectoryLock.ts"
import { PgliteSocket } from "./PgliteSocket.ts"
import * as ConnectionPool from "./pool/ConnectionPool.ts"

/** PGlite cannot start, or cannot use the files in the directory. */
export class EmbeddedDatabaseBroken extends Schema.TaggedError<EmbeddedDatabaseBroken>()(
  "EmbeddedDatabaseBroken",
  { directory: Schema.String, cause: Schema.Defect }
) {
  override get message() {
    return `The embedded database in "${this.directory}" does not start: its files are damaged, or of another PostgreSQL version, or memory or disk space is short. Restore the directory, choose another one with DATA_DIR, or use a server with DATABASE_URL.`
  }
}

const inMemory = (dataDir: string) => dataDir.startsWith("memory://")

// Both modules are loaded on demand: they take 20 MB, which a process with a server does not need.
const start = (directory: string, options: PGliteOptions) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const { PGlite } = await import("@electric-sql/pglite")
        return PGlite.create(options)
      },
      catch: (cause) => new EmbeddedDatabaseBroken({ directory, cause })
    }),
    (database) => Effect.ignore(Effect.tryPromise(() => database.close()))
  )

/** A cluster as `initdb` makes it. In WebAssembly `initdb` takes several seconds. */
const emptyCluster = Effect.promise(async () => {
  const { dataDir } = await import("@electric-sql/pglite-prepopulatedfs")
  return dataDir()
})

/** Directories of every cluster. */
const parts = ["base", "global", "pg_wal"]

/** Where the files of a data directory's cluster are. */
const clusterOf = (dataDir: string) => join(dataDir, "pg")

/** Whether there is a cluster in the data directory, but without the file by which one is known. */
export const isDamaged = (dataDir: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const cluster = clusterOf(dataDir)
    if (!(yield* fs.exists(cluster))) return false
    const names = yield* fs.readDirectory(cluster)
    return !names.includes("PG_VERSION") && parts.some((part) => names.includes(part))
  })

/**
 * Creates an empty cluster at the path when there is none. The cluster is unpacked beside the path and then moved, so
 * that a whole cluster is there or none, whenever the process ends. Moving over a directory that is not empty fails.
 */
const populate = (directory: string, cluster: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (yield* fs.exists(join(cluster, "PG_VERSION"))) return
    if (yield* isDamaged(directory)) {
      return yield* new EmbeddedDatabaseBroken({ directory, cause: "its file PG_VERSION is missing" })
    }
    const staging = `${cluster}.new`
    yield* fs.remove(staging, { recursive: true, force: true })
    yield* fs.makeDirectory(staging, { mode: 0o700 })
    const loadDataDir = yield* emptyCluster
    yield* Effect.scoped(start(directory, { dataDir: staging, loadDataDir }))
    yield* fs.rename(staging, cluster)
  })

const open = (dataDir: string) =>
  Effect.gen(function* () {
    if (inMemory(dataDir)) {
      const loadDataDir = yield* emptyCluster
      return yield* start(dataDir, { dataDir: "memory://", loadDataDir })
    }
    yield* lock(dataDir)
    const cluster = clusterOf(dataDir)
    yield* populate(dataDir, cluster)
    return yield* start(dataDir, { dataDir: cluster })
  }).pipe(
    Effect.catchTags({
      SystemError: (error) => new DirectoryUnusable({ directory: dataDir, reason: reasonOf(error) }),
      BadArgument: (error) => new DirectoryUnusable({ directory: dataDir, reason: reasonOf(error) })
    })
  )

/**
 * A client of the database with its files in the subdirectory `pg` of `dataDir`. With `memory://` the database starts
 * empty and ends with the scope. Committed data survives the end of the process, even by `kill -9`, but not a crash of
 * the machine: PGlite does not wait for the disk.
 */
export const make = (
  dataDir: string
): Effect.Effect<
  ConnectionPool.PooledClient,
  DirectoryInUse | DirectoryUnusable | EmbeddedDatabaseBroken,
  FileSystem.FileSystem | Scope.Scope
> =>
  Effect.flatMap(open(dataDir), (database) =>
    ConnectionPool.client(
      "embedded",
      // `pg` would take these from PG* environment variables otherwise.
      {
        host: "pglite",
        user: "postgres",
        database: "postgres",
        password: "",
        ssl: false,
        max: 1,
        idleTimeoutMillis: 0
      },
      () => new PgliteSocket(database),
      // The client cancels an interrupted statement by `pg_cancel_backend` over a second connection. Here it would wait
      // for one while it holds the only one. Without a process id it does not try.
      (pool) =>
        pool.on("connect", (client) => void Object.defineProperty(client, "processID", { value: undefined }))
    )
  )
