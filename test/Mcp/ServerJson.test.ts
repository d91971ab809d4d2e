import { expect, it } from "@effect/vitest"
import { manifest } from "../../scripts/client/Manifest.ts"
import { serverJson } from "../../scripts/client/ServerJson.ts"

it("server.json is what the package says, and what the registry takes", async () => {
  expect(serverJson.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(serverJson.name).toBe(manifest.mcpName)
  expect(serverJson.description.length).toBeLessThanOrEqual(100)
  expect(serverJson.packages.map(({ identifier, version }) => [identifier, version])).toEqual([
    [manifest.name, manifest.version]
  ])
  await expect(`${JSON.stringify(serverJson, null, 2)}\n`).toMatchFileSnapshot("../../server.json")
})
