/**
 * Where the process listens, how much it takes at a time, and how it stops.
 */
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { isLoopback } from "./Loopback.ts"
import * as Read from "./Reader.ts"

const host = Read.withDefault(Read.text("HOST"), "127.0.0.1")

/** Origins of pages: scheme, host and port, as browsers write them. `*` is every page. */
const origins = Read.parsed(
  "MCP_ORIGINS",
  "must be origins such as https://app.example.com with commas between them, or *",
  (text) => {
    const written = text.split(",").map((origin) => origin.trim())
    return Option.all(written.map((origin) => (origin === "*" ? Option.some(origin) : originOf(origin))))
  }
)

const originOf = (text: string): Option.Option<string> =>
  Option.liftThrowable(() => new URL(text).origin)().pipe(
    Option.filter((origin) => origin === text.toLowerCase() && /^https?:/.test(origin))
  )

/**
 * `publicUrl` is the only source of absolute URLs. `maxCalls` are paid calls under way at a time.
 * Pages of `mcpOrigins` may call `/mcp`, beside those of `publicUrl`.
 */
export const listen = Read.held(
  Config.all({
    port: Read.withDefault(Read.integer("PORT", 0, 65_535), 8402),
    host,
    publicUrl: Read.url("PUBLIC_URL"),
    mcpOrigins: Read.withDefault(origins, []),
    maxCalls: Read.withDefault(Read.integer("MAX_CALLS", 1, 65_535), 1024)
  }),
  [
    Read.rule(
      "PUBLIC_URL",
      Config.all({ host, publicUrl: Read.text("PUBLIC_URL") }),
      ({ host, publicUrl }) =>
        Option.isNone(publicUrl) && !isLoopback(host)
          ? "is required when HOST is not a loopback address"
          : undefined
    )
  ]
).pipe(
  Config.map(({ publicUrl, ...listen }) => ({
    ...listen,
    publicUrl: Option.getOrElse(publicUrl, () => `http://localhost:${listen.port}`)
  }))
)

/** How long calls are still taken after a stop was asked for, and how long those under way are then waited for. */
export const stop = Config.all({
  delay: Read.withDefault(Read.duration("SHUTDOWN_DELAY", { most: "5 minutes", zero: true }), Duration.zero),
  drainLimit: Read.withDefault(Read.duration("DRAIN_LIMIT", { most: "60 minutes" }), Duration.seconds(55))
})
