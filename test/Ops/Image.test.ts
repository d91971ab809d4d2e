/**
 * The container's image, by the text of what builds it.
 */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")

describe("the image", () => {
  const dockerfile = read("Dockerfile")
  const copied = [...dockerfile.matchAll(/^COPY --from=dependencies \S+ node_modules\/(\S+)$/gm)].map(
    ([, name = ""]) => name
  )
  const Package = Schema.parseJson(
    Schema.Struct({
      dependencies: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
        default: () => ({})
      })
    })
  )

  it("has what the bundle leaves outside, and what that needs", () => {
    const external = /external: \[([^\]]*)\]/.exec(read("scripts/bundle/Bundle.ts"))?.[1] ?? ""
    // `pg` asks for its native half, and goes on without.
    const left = [...external.matchAll(/"([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "pg-native")
    const needed = left.flatMap((name) => [
      name,
      ...Object.keys(
        Schema.decodeUnknownSync(Package)(read(`node_modules/${name}/package.json`)).dependencies
      )
    ])
    // What `secp256k1` needs to be built, and where it has no binary: then there is `tiny-secp256k1`.
    const spared = ["elliptic", "node-addon-api"]
    expect(left.length).toBeGreaterThan(2)
    expect(
      needed
        .filter((name) => !spared.includes(name))
        .filter((name) => !copied.some((one) => name === one || name.startsWith(`${one}/`)))
    ).toEqual([])
  })

  it("runs as nobody in particular, without npm, and takes no secret along", () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^CMD \["node", /m)
    expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(KEY|TOKEN|SECRET|PASSWORD)/m)
    const admitted = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
    expect(read(".dockerignore")).toMatch(/^\*$/m)
    expect(admitted.sort()).toEqual([
      "!LICENSE",
      "!docs",
      "!docs/*.md",
      "!ops",
      "!ops/runbook.md",
      "!package-lock.json",
      "!package.json",
      "!scripts",
      "!scripts/books",
      "!scripts/build.ts",
      "!scripts/bundle",
      "!scripts/canary",
      "!scripts/canary.ts",
      "!scripts/doctor",
      "!scripts/doctor.ts",
      "!scripts/process",
      "!src",
      "!test",
      "!test/fixtures",
      "!tsconfig.json"
    ])
  })
})
