/**
 * `server.json`, by which the registry of the Model Context Protocol lists the package and the endpoint.
 * Source: its schema of 2025-12-11.
 */
import { defaultBudget } from "../../src/Mcp/stdio/Stdio.ts"
import { manifest } from "./Manifest.ts"

const variable = (name: string, description: string, more: object) => ({ name, description, ...more })

const environmentVariables = [
  variable("ALMANAC_URL", "Where the service is, such as https://almanac.example", { isRequired: true }),
  variable("ALMANAC_NETWORK", "Chain that is paid on: eip155:8453 (Base) or eip155:84532 (Base Sepolia)", {
    isRequired: true
  }),
  variable("ALMANAC_PRIVATE_KEY", "Key of a wallet that holds USDC; without it tools are listed and quoted", {
    isSecret: true
  }),
  variable("ALMANAC_MAX_PER_CALL", "Most that a call may cost, decimal USDC", {
    default: defaultBudget.perCall
  }),
  variable("ALMANAC_MAX_PER_DAY", "Most that all calls of a day may cost, decimal USDC", {
    default: defaultBudget.perDay
  })
]

/** The file's value. Whoever runs a service puts its host in the place of the variable. */
export const serverJson = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: manifest.mcpName,
  title: "Almanac",
  description: "Research and data from real providers, paid per call in USDC over x402.",
  version: manifest.version,
  packages: [
    {
      registryType: "npm",
      identifier: manifest.name,
      version: manifest.version,
      transport: { type: "stdio" },
      packageArguments: [{ type: "positional", value: "mcp" }],
      environmentVariables
    }
  ],
  remotes: [
    {
      type: "streamable-http",
      url: "https://{host}/mcp",
      variables: { host: { description: "Host of the service", isRequired: true } }
    }
  ]
}
