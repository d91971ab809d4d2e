import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { describe } from "vitest"
import { attributes } from "../../src/Storage/Prepared.ts"
import * as ServerPg from "../../src/Storage/ServerPg.ts"

describe("a statement's span", () => {
  it.scoped.each([
    ["postgres://user:secret@db.example:6432/ledger", "db.example", 6432, "ledger"],
    ["postgres://user:secret@db.example/ledger", "db.example", 5432, "ledger"]
  ] as const)("of %s tells where it went, and no password", ([url, host, port, database]) =>
    Effect.gen(function* () {
      const client = yield* ServerPg.make({
        name: "test",
        url: Redacted.make(url),
        maxConnections: 1,
        silence: "1 second"
      })
      expect(attributes(client, " UPDATE payments\n  SET state = $1")).toEqual({
        "db.system.name": "postgresql",
        "db.query.text": "UPDATE payments SET state = $1",
        "db.namespace": database,
        "server.address": host,
        "server.port": port
      })
    })
  )
})
