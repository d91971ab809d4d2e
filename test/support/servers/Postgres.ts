/**
 * The real PostgreSQL of the tests, which the environment variable DATABASE_URL names, and a way to it that can be
 * cut.
 */
import { randomUUID } from "node:crypto"
import { connect, createServer, type Server, type Socket } from "node:net"
import { Effect, Redacted, type Scope } from "effect"
import * as Pg from "pg"

/** The server's URL, when there is a server. */
export const url = process.env["DATABASE_URL"] || undefined

if (url === undefined) {
  process.stderr.write("The tests against a real PostgreSQL are skipped: DATABASE_URL is not set.\n")
}

const execute = (statement: string, connectionString = url) =>
  Effect.promise(async () => {
    const client = new Pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(statement)
    await client.end()
    return rows
  })

/** An empty database of its own. */
export interface Database {
  readonly url: Redacted.Redacted
  /** Runs a statement as the server's administrator. */
  readonly administer: (statement: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
  /** Runs a statement in the database. */
  readonly query: (statement: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
  readonly name: string
}

export const database: Effect.Effect<Database, never, Scope.Scope> = Effect.gen(function* () {
  const name = `almanac_test_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(execute(`CREATE DATABASE ${name}`), () =>
    execute(`DROP DATABASE ${name} WITH (FORCE)`)
  )
  const there = at(new URL(url ?? "").host, name)
  return {
    url: there,
    administer: (statement) => execute(statement),
    query: (statement) => execute(statement, Redacted.value(there)),
    name
  }
})

const at = (host: string, name: string) => {
  const there = new URL(url ?? "")
  there.host = host
  there.pathname = name
  return Redacted.make(there.href)
}

/** A TCP proxy in front of the server. It is closed at first. */
export interface Proxy {
  /** The database, through the proxy. */
  readonly url: Redacted.Redacted
  /** Takes connections. */
  readonly open: Effect.Effect<void>
  /** Cuts all connections, and takes no more. */
  readonly close: Effect.Effect<void>
  /** The connections that there are stay, and nothing passes through them any more. New ones work. */
  readonly freeze: Effect.Effect<void>
}

export const proxy = ({ name }: Database): Effect.Effect<Proxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const target = new URL(url ?? "")
    const sockets = new Set<Socket>()
    const keep = (socket: Socket) => {
      sockets.add(socket)
      return socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    }
    const listen = (port: number) =>
      Effect.async<Server>((resume) => {
        const server = createServer((socket) => {
          const upstream = connect(Number(target.port || 5432), target.hostname)
          keep(socket).pipe(keep(upstream))
          upstream.pipe(socket)
          socket.on("close", () => upstream.destroy())
          upstream.on("close", () => socket.destroy())
        })
        server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
      })
    const stop = (server: Server | undefined) =>
      Effect.async<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        if (server === undefined || !server.listening) resume(Effect.void)
        else server.close(() => resume(Effect.void))
      })

    const reserved = yield* listen(0)
    const address = reserved.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    yield* stop(reserved)

    let server: Server | undefined
    const close = Effect.suspend(() => stop(server))
    yield* Effect.addFinalizer(() => close)
    return {
      url: at(`127.0.0.1:${port}`, name),
      open: Effect.map(listen(port), (opened) => {
        server = opened
      }),
      close,
      freeze: Effect.sync(() => {
        for (const socket of sockets) socket.unpipe().pause()
      })
    }
  })
