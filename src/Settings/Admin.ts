/**
 * The listener for operators: loopback alone, and never without a token.
 */
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Read from "./Reader.ts"

/** Characters that a token has at least, and how many different ones: less can be guessed. A choice of ours. */
const leastLength = 32
const leastDifferent = 10

const isStrong = (text: string) =>
  /^[\x21-\x7e]{1,512}$/.test(text) && text.length >= leastLength && new Set(text).size >= leastDifferent

const port = Read.integer("ADMIN_PORT", 0, 65_535)

/** Absent without `ADMIN_PORT`. */
export const admin = Read.held(
  Config.all({
    port,
    host: Read.withDefault(
      Read.parsed(
        "ADMIN_HOST",
        "must be 127.0.0.1 or ::1: nobody but this machine may reach the listener",
        Option.liftPredicate((host) => host === "127.0.0.1" || host === "::1")
      ),
      "127.0.0.1"
    ),
    token: Read.secretOf(
      "ADMIN_TOKEN",
      `must have ${leastLength} visible ASCII characters or more, ${leastDifferent} of them different: openssl rand -hex 32 makes one`,
      isStrong
    )
  }),
  [
    Read.rule(
      "ADMIN_TOKEN",
      Config.all({ port, hasToken: Read.isSet("ADMIN_TOKEN") }),
      ({ hasToken, port }) =>
        Option.isSome(port) && !hasToken ? "is required when ADMIN_PORT is set" : undefined
    )
  ]
).pipe(
  Config.map(({ host, port, token }) =>
    Option.map(Option.all({ port, token }), (both) => ({ ...both, host }))
  )
)
