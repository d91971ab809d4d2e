/**
 * The `package.json` of the client's package.
 */
import { readFileSync } from "node:fs"
import { Record, Schema } from "effect"
import { version } from "../../src/Api/Version.ts"
import { fileOf, modules, peers, programs } from "./Entries.ts"

const Package = Schema.parseJson(
  Schema.Struct({
    license: Schema.String,
    engines: Schema.Struct({ node: Schema.String }),
    dependencies: Schema.Record({ key: Schema.String, value: Schema.String })
  })
)

/** That of the service: the client has its licence, and is built and tested with its packages. */
const service = Schema.decodeUnknownSync(Package)(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8")
)

/** Without runtime dependencies: what a module needs is bundled, but for the peers. */
export const manifest = {
  name: "almanac",
  /** Its name in the registry of the Model Context Protocol, which looks for it here (`ServerJson.ts`). */
  mcpName: "io.github.almanac/almanac",
  version,
  description:
    "Client, command line and MCP server of Almanac: research and data, paid per call in USDC over x402",
  keywords: ["x402", "usdc", "mcp", "research", "data"],
  license: service.license,
  type: "module",
  sideEffects: false,
  engines: service.engines,
  exports: {
    ...Record.map(modules, (source, module) => ({
      types: `./types/${source.replace(/\.ts$/, ".d.ts")}`,
      default: `./${fileOf(module)}.js`
    })),
    "./package.json": "./package.json"
  },
  bin: Record.map(programs, (_, name) => `./bin/${name}.js`),
  peerDependencies: Record.filter(service.dependencies, (_, name) => peers.includes(name)),
  peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }]))
}
