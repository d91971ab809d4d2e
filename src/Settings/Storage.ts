/**
 * Where the ledger and what replicas share are kept.
 */
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Assets from "../Resources/Assets.ts"
import { network } from "./Chain.ts"
import { parseDatabaseUrl } from "./DatabaseUrl.ts"
import * as Read from "./Reader.ts"

const dataDir = Read.withDefault(Read.text("DATA_DIR"), ".data")

/** A Redis URL as the client reads it: its path is nothing, or the number of a database. */
const isRedisUrl = Option.liftThrowable((text: string) => {
  const { protocol, pathname, username, password } = new URL(text)
  decodeURIComponent(username + password)
  return /^rediss?:$/.test(protocol) && /^\/?\d{0,5}$/.test(pathname)
})

export const storage = Read.held(
  Config.all({
    databaseUrl: Read.secretOf(
      "DATABASE_URL",
      "must be a PostgreSQL URL of the form postgres://user:password@host:port/database, special characters in the password percent-encoded; files that it names must be readable",
      (text) => Option.isSome(parseDatabaseUrl(text))
    ),
    dataDir,
    redisUrl: Read.secretOf(
      "REDIS_URL",
      "must be a redis:// or rediss:// URL whose path is nothing or the number of a database",
      (text) => Option.getOrElse(isRedisUrl(text), () => false)
    )
  }),
  [
    Read.rule(
      "DATA_DIR",
      Config.all({ network, dataDir, hasDatabase: Read.isSet("DATABASE_URL") }),
      ({ network, dataDir, hasDatabase }) =>
        Assets.isMainnet(network) && !hasDatabase && dataDir.startsWith("memory://")
          ? "may not be memory:// where real money is taken: a restart loses the ledger"
          : undefined
    )
  ]
)
