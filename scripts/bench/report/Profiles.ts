/**
 * Profiles of Almanac under each scenario's load, read through the bundle's source map.
 */
import { SourceMap } from "node:module"
import { Effect, Schema } from "effect"
import * as JsonFile from "../JsonFile.ts"
import * as Load from "../load/Load.ts"
import type { Amount } from "../Options.ts"
import type { Scenario } from "../scenarios/Scenarios.ts"
import type { Server } from "../servers/Servers.ts"
import type { Profile } from "./Results.ts"
import { CpuProfile, type SourceOf, selfTime } from "./SelfTime.ts"

const RawMap = Schema.Struct({
  version: Schema.Number,
  sources: Schema.mutable(Schema.Array(Schema.String)),
  names: Schema.mutable(Schema.Array(Schema.String)),
  mappings: Schema.String
})

/** The bundle's map. */
const sourceMap = Effect.map(
  JsonFile.read("dist/almanac.cjs.map", RawMap),
  ({ version, ...raw }): SourceOf => {
    const map = new SourceMap({
      ...raw,
      version,
      file: "almanac.cjs",
      sourceRoot: "",
      sourcesContent: []
    })
    return ({ url, lineNumber, columnNumber }) => {
      if (url !== "almanac.cjs") return undefined
      const entry = map.findEntry(lineNumber, columnNumber)
      return "originalSource" in entry ? entry.originalSource : undefined
    }
  }
)

/** Calls of a profile. */
const count = 2_000

/** Loads the server with each scenario, with the profiler on. */
export const run = (server: Server, scenarios: ReadonlyArray<Scenario>, amount: Amount, directory: string) =>
  Effect.flatMap(sourceMap, (sourceOf) =>
    Effect.forEach(scenarios, ({ name, caller }) =>
      Effect.gen(function* () {
        const { calls, prepare } = caller(server)
        yield* prepare(count)
        const file = `${directory}/${name}.cpuprofile`
        yield* server.ask({ question: "profile.start" })
        yield* Load.run(server, { calls, count, connections: amount.connections })
        yield* server.ask({ question: "profile.stop", file })
        const profile = yield* JsonFile.read(file, CpuProfile)
        const result: Profile = { scenario: name, shares: selfTime(profile, sourceOf) }
        return result
      })
    )
  )
