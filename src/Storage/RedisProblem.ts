/**
 * Why a Redis server does not serve us, in words for the operator.
 */
import { connectionProblem } from "./ConnectionProblem.ts"

/** What a server says of a database that it does not have. */
export const isWrongDatabase = (error: Error): boolean => /DB index is out of range/i.test(error.message)

/** What a server says of a write when it is a replica. */
export const isReplica = (error: unknown): boolean => error instanceof Error && /READONLY/.test(error.message)

/** The words for an error of the client, by the server's code word or Node's. */
export const redisProblem = connectionProblem([
  [/WRONGPASS|invalid password/, "the server refuses the user or the password of REDIS_URL"],
  [/NOAUTH/, "the server asks for a password, and REDIS_URL has none"],
  [/NOPERM/, "the user of REDIS_URL may not run the commands that are needed"],
  [/DB index is out of range/i, "the server has no database of the number at the end of REDIS_URL"],
  [/LOADING/, "the server is loading its data"],
  [/READONLY/, "the server is a read-only replica"],
  [/OOM/, "the server's memory is full, and it removes nothing (maxmemory-policy allkeys-lru would)"],
  [/MISCONF/, "the server cannot write to its disk"],
  [/max number of clients/, "the server has no connection left"],
  [/ETIMEDOUT/, "its host does not answer, or takes no TLS where REDIS_URL says rediss://"],
  [/isn't writeable|Connection is closed/, "there is no connection"],
  [/timed out|timeout/i, "no answer in time"]
])
