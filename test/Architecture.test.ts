/**
 * The directions of imports between the rooms of `src`. `Architecture/` has the rules for the shape of files and for words.
 */
import { describe, expect, it } from "vitest"
import { files, offences, roomOf } from "./Architecture/Sources.ts"

const above = ["Http", "PaidHandlers.ts", "Server.ts", "Program.ts", "Live.ts", "Sandbox", "main.ts"]

/** The rooms that a room may import from, itself included. */
const only: Readonly<Record<string, ReadonlyArray<string>>> = {
  Resources: ["Resources"],
  Api: ["Api", "Resources", "Text", "Runtime"],
  Text: ["Text", "Resources"],
  Client: ["Client", "Api", "Resources", "Text", "Runtime", "Composites"],
  Web: ["Web", "Api", "Resources", "Text"],
  "Web/browser": ["Web/browser", "Web", "Client", "Composites", "Api", "Resources", "Text"],
  Cli: ["Cli", "Client", "Mcp", "Api", "Composites", "Providers", "Resources", "Text"]
}

const capabilities = ["Capabilities", "composite capabilities", "the list"]

/** The rooms that a room may not import from. */
const never: Readonly<Record<string, ReadonlyArray<string>>> = {
  Storage: ["Api", "Payment", "Providers", ...capabilities, "Composites", "Telemetry", ...above],
  Telemetry: ["Payment", "Providers", ...capabilities, "Composites", "Storage", ...above],
  Providers: ["Payment", ...capabilities, "Composites", ...above],
  Capabilities: ["Payment", "Composites", "composite capabilities", "the list", ...above],
  "composite capabilities": ["Payment", "Providers", "the list", ...above],
  "the list": ["Payment", "Composites", ...above],
  Composites: ["Payment", "Providers", "composite capabilities", "the list", ...above],
  Payment: ["Providers", ...capabilities, "Composites", ...above],
  Http: [
    "PaidHandlers.ts",
    "Providers",
    ...capabilities,
    "Composites",
    "Server.ts",
    "Program.ts",
    "Live.ts",
    "Sandbox"
  ]
}

/** The only files and rooms that may import a file or room. */
const knownTo: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": [],
  "Sandbox/main.ts": [],
  "Program.ts": ["main.ts", "Sandbox/main.ts"],
  "Server.ts": ["main.ts", "Program.ts", "Testing.ts", "Sandbox/main.ts"],
  "PaidHandlers.ts": ["Server.ts"],
  "the list": [
    "Settings.ts",
    "Live.ts",
    "StartupChecks.ts",
    "Testing.ts",
    "PaidHandlers.ts",
    "Server.ts",
    "Sandbox"
  ],
  Sandbox: ["Sandbox"],
  Client: ["Client", "Cli", "Mcp", "Web/browser"],
  "Web/browser": ["Web/browser"],
  Mcp: ["Mcp", "Cli", "Server.ts"],
  Cli: ["Cli"],
  Admin: ["Admin", "Program.ts"]
}

/** From the bottom to the top: a room imports from those before it, and from those beside it. */
const order: ReadonlyArray<ReadonlyArray<string>> = [
  ["Runtime"],
  ["Text"],
  ["Resources"],
  ["Api"],
  ["Settings"],
  ["Telemetry"],
  ["Lifecycle.ts", "Pauses.ts"],
  ["Http/client"],
  ["Storage"],
  ["Providers"],
  ["Capabilities"],
  ["Composites"],
  ["Client"],
  ["Web"],
  ["Web/browser"],
  ["composite capabilities"],
  ["the list"],
  ["Settings.ts"],
  ["ProviderAvailability.ts"],
  ["Http/limits"],
  ["Payment"],
  ["StartupChecks.ts"],
  ["Http"],
  ["PaidHandlers.ts"],
  ["Mcp"],
  ["Server.ts"],
  ["Admin"],
  ["Live.ts"],
  ["Testing.ts"],
  ["Program.ts"],
  ["Sandbox"],
  ["Cli"],
  ["main.ts"]
]

const rankOf = (name: string) => order.findIndex((rooms) => rooms.includes(roomOf(name)))

describe("the rooms of src", () => {
  it("stand in an order, and import downward only", () => {
    expect(files.filter(({ name }) => rankOf(name) === -1).map(({ name }) => name)).toEqual([])
    const found = files.flatMap(({ name, own }) =>
      own.filter((imported) => rankOf(imported) > rankOf(name)).map((imported) => `${name} -> ${imported}`)
    )
    expect(found).toEqual([])
  })

  it("are read", () => {
    expect(files.length).toBeGreaterThan(60)
    const paywall = files.find(({ name }) => name === "Payment/Paywall.ts")
    expect(paywall?.own).toEqual(
      expect.arrayContaining(["Payment/Order.ts", "Payment/request/PaymentHeader.ts", "Settings.ts"])
    )
    expect(paywall?.packages).toContain("effect/Effect")
  })

  for (const [room, rooms] of Object.entries(only)) {
    it(`${room} imports only ${rooms.join(" and ")}`, () => {
      expect(
        offences(
          ({ name }) => roomOf(name) === room,
          (imported) => !rooms.includes(roomOf(imported))
        )
      ).toEqual([])
    })
  }

  for (const [room, rooms] of Object.entries(never)) {
    it(`${room} does not import ${rooms.join(", ")}`, () => {
      expect(
        offences(
          ({ name }) => roomOf(name) === room,
          (imported) => rooms.includes(roomOf(imported))
        )
      ).toEqual([])
    })
  }

  for (const [target, names] of Object.entries(knownTo)) {
    it(`${target} is imported by ${names.length === 0 ? "nothing" : names.join(", ")}`, () => {
      const isTarget = (name: string) => name === target || roomOf(name) === target
      expect(
        offences(({ name }) => !names.includes(name) && !names.includes(roomOf(name)), isTarget)
      ).toEqual([])
    })
  }

  it("have no circles: a file that is imported does not import back", () => {
    const imports = new Map(files.map(({ name, own }) => [name, own]))
    const circles: Array<string> = []
    const done = new Set<string>()
    const visit = (name: string, path: ReadonlyArray<string>) => {
      if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" -> "))
      if (done.has(name)) return
      done.add(name)
      for (const imported of imports.get(name) ?? []) visit(imported, [...path, name])
    }
    for (const { name } of files) visit(name, [])
    expect(circles).toEqual([])
  })
})

describe("composites, but for gathering and keeping, are pure: a client can make an answer again", () => {
  const edge = ["Composites/SourceQueries.ts", "Composites/OutcomeArchive.ts"]
  const pure = files.filter(({ name }) => roomOf(name) === "Composites" && !edge.includes(name))
  const data = [
    "effect/Array",
    "effect/DateTime",
    "effect/Option",
    "effect/Order",
    "effect/Schema",
    "wink-porter2-stemmer"
  ]

  it("they import no effects and nothing of Node", () => {
    expect(pure.length).toBeGreaterThan(30)
    expect(
      pure.flatMap(({ name, packages }) =>
        packages.filter((one) => !data.includes(one)).map((one) => `${name} -> ${one}`)
      )
    ).toEqual([])
  })

  it("they know each other, Resources, Text and Runtime", () => {
    const known = ["Composites", "Resources", "Text", "Runtime"]
    expect(
      offences(
        (file) => pure.includes(file),
        (imported) => edge.includes(imported) || !known.includes(roomOf(imported))
      )
    ).toEqual([])
  })
})

describe("the one door", () => {
  const callsOf = (pattern: RegExp) =>
    files.flatMap(({ name, code }) => [...code.matchAll(pattern)].map(() => name))

  it("asks for a place among the sales once, and puts endpoints behind the paywall once", () => {
    expect(callsOf(/\badmission\.enter\(/g)).toEqual(["Payment/Purchase.ts"])
    expect(callsOf(/\bprotect\(/g)).toEqual(["PaidHandlers.ts"])
    expect(callsOf(/\bpurchase\.buy\(/g)).toEqual(["Payment/SharedPurchases.ts"])
    expect(callsOf(/\bSharedPurchases\.make\b/g)).toEqual(["Payment/Paywall.ts"])
  })
})

describe("what src leaves alone", () => {
  const outside = ["viem", "@x402", "@effect/cluster", "@effect/rpc", "@effect/workflow"]
  /**
   * The protocol's own facilitator, for the sandbox: it is run from the repository and is in no bundle. And the wallet of the
   * command line, which is a buyer.
   */
  const outsiders = ["Sandbox/ChainFacilitator.ts", "Cli/settings/Signer.ts"]
  // In Node 20, once optimised, it denies addresses with letters such as "ü": `Text/ParseUrl` does not.
  it("asks nowhere with URL.canParse", () => {
    expect(files.filter(({ code }) => code.includes("URL.canParse")).map(({ name }) => name)).toEqual([])
  })

  // esbuild keeps all of a module that an index exports as a namespace: a third of the bundle.
  it("imports the modules of Effect's packages, not their indexes", () => {
    const indexes = /^(?:effect|@effect\/[\w-]+)$/
    const imported = files.flatMap(({ name, packages }) =>
      packages.filter((one) => indexes.test(one)).map((one) => `${name} -> ${one}`)
    )
    expect(imported).toEqual([])
  })

  it("imports no package of the buyer's side, and none that is there for others' sake", () => {
    const others = files.filter(({ name }) => !outsiders.includes(name))
    const imported = others.flatMap(({ name, packages }) =>
      packages
        .filter((specifier) => outside.some((one) => specifier === one || specifier.startsWith(`${one}/`)))
        .map((specifier) => `${name} -> ${specifier}`)
    )
    expect(imported).toEqual([])
  })

  /** Files that read them: the settings, what starts a program, and the client's clock. */
  const doors = ["Settings.ts", "main.ts", "Cli/main.ts", "Mcp/main.ts", "Client/Clock.ts"]
  const impure: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
    ["the environment", /\bprocess\.env\b|\bfrom "(?:node:)?process"/],
    ["the wall clock", /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/],
    ["chance", /\bMath\.random\(/],
    ["the console", /\bconsole\./]
  ]
  for (const [name, pattern] of impure) {
    it(`reads ${name} in ${doors.join(", ")} alone`, () => {
      const found = files
        .filter((file) => !doors.includes(file.name))
        .filter(({ code }) => pattern.test(code))
      expect(found.map((file) => file.name)).toEqual([])
    })
  }
})
