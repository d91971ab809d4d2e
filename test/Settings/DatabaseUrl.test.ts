/**
 * What `sslmode` in DATABASE_URL asks of a server, as docs/operating.md tells it.
 */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Option } from "effect"
import { expect, it } from "vitest"
import { parseDatabaseUrl } from "../../src/Settings/DatabaseUrl.ts"

const authority = join(mkdtempSync(join(tmpdir(), "almanac-ca-")), "ca.pem")
writeFileSync(authority, "an authority")

/** Node checks the certificate unless `rejectUnauthorized` is false, and the host's name by default. */
it.each([
  ["", undefined],
  ["?sslmode=disable", false],
  ["?sslmode=require", {}],
  ["?sslmode=verify-full", {}],
  [`?sslmode=verify-full&sslrootcert=${authority}`, { ca: "an authority" }],
  ["?sslmode=require&uselibpqcompat=true", { rejectUnauthorized: false }]
] as const)("%s", (query, ssl) => {
  const parsed = parseDatabaseUrl(`postgres://user:secret@db.example/ledger${query}`)
  expect(Option.map(parsed, (config) => config.ssl)).toEqual(Option.some(ssl))
})

it("a certificate that cannot be read is told at the start", () => {
  const url = "postgres://db.example/ledger?sslmode=verify-full&sslrootcert=/no/such/file.pem"
  expect(parseDatabaseUrl(url)).toEqual(Option.none())
})
