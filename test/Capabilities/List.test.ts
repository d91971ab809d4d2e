/**
 * The list of the service: definitions agree with each other and with the contracts.
 */
import { ConfigProvider, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { capabilities, providers } from "../../src/Capabilities/index.ts"
import { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"
import { providers as failing } from "../Failures/Operation.ts"
import { operations } from "../Failures/Operations.ts"

const slugs = providers.all.map(({ slug }) => slug)
const known = new Map(providers.all.flatMap(({ operations, slug }) => operations.map((name) => [name, slug])))

describe("the providers", () => {
  it("are those that contracts and documents name", () => {
    expect(slugs).toEqual(ProviderSlug.literals)
  })

  it("have operations, settings and keys of their own", () => {
    const all = providers.all.flatMap(({ keys, operations, variable }) => [...operations, ...keys, variable])
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(providers.all)(
    "$slug: the canary asks known operations, one of them for the doctor",
    (provider) => {
      const asked = provider.canary.map(({ name }) => name)
      expect(provider.operations).toEqual(expect.arrayContaining(asked))
      expect(asked).toContain(provider.probe)
    }
  )

  it.each(providers.all)("$slug: is in the table of failures", ({ variable }) => {
    expect(Object.values(operations).map(({ provider }) => failing[provider].variable)).toContain(variable)
  })

  const terms: ReadonlyArray<
    readonly [name: string, environment: Record<string, string>, ReadonlyArray<string>]
  > = [
    ["none", {}, ["set OPEN_METEO_API_KEY", "run Photon yourself and set PHOTON_URL", "set CENSUS_API_KEY"]],
    ["keys", { OPEN_METEO_API_KEY: "k", CENSUS_API_KEY: "k" }, ["run Photon yourself and set PHOTON_URL"]],
    [
      "addresses",
      {
        OPEN_METEO_URL: "https://meteo.example",
        PHOTON_URL: "https://photon.example",
        CENSUS_URL: "https://census.example"
      },
      []
    ]
  ]
  it.each(terms)("tell which terms of use the settings break: %s", (_, environment, remedies) => {
    const settings = Effect.runSync(
      Effect.withConfigProvider(
        providers.settings,
        ConfigProvider.fromMap(new Map(Object.entries(environment)))
      )
    )
    expect(providers.broken(settings).map(({ remedy }) => remedy)).toEqual(remedies)
    expect(providers.secrets(settings)).toEqual(
      Object.entries(environment).flatMap(([name, value]) => (name.endsWith("_KEY") ? [value] : []))
    )
  })
})

describe("the capabilities", () => {
  it("are those of the Api, in its order", () => {
    expect(capabilities.all.map(({ id }) => id)).toEqual(registeredCapabilities.map(({ facts }) => facts.id))
  })

  it.each(capabilities.all)("$id asks the providers that its contract names", ({ asks, id }) => {
    const asked = asks(Option.none())
    const { provider } = registeredCapabilities.find(({ facts }) => facts.id === id)?.facts ?? {}
    const named =
      provider?.kind === "provider" ? provider.slugs : ["openalex", "crossref", "gdelt", "wikidata"]
    expect(asked.filter((operation) => !known.has(operation))).toEqual([])
    expect([...new Set(asked.map((operation) => known.get(operation)))]).toEqual(
      id === "research" ? [...named, "us-census"] : named
    )
  })
})
