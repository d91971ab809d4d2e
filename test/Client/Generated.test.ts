import { HttpApi } from "@effect/platform"
import { describe, expect, it } from "vitest"
import { generated } from "../../scripts/client/Generated.ts"
import { Api } from "../../src/Api/Api.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"

describe("what the client knows of the service", () => {
  it.each(Object.entries(generated))("%s is what npm run client:generate writes", async (name, render) => {
    await expect(render()).toMatchFileSnapshot(`../../src/Client/generated/${name}`)
  })

  it("has every capability at its place in the Api", async () => {
    // Only when it has been written.
    const { capabilities } = await import("../../src/Client/generated/capabilities.ts")
    const places: Array<readonly [group: string, method: string, path: string]> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        if (endpoint.method === "POST") places.push([group.identifier, endpoint.name, endpoint.path])
      }
    })
    expect(capabilities.map(({ group, method, path }) => [group, method, path])).toEqual(places)
    expect(capabilities).toHaveLength(registeredCapabilities.length)
  })
})
