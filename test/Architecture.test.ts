/**
 * The directions of the house: what each room may know, read from the import statements of `src`. A room that a
 * table does not name may know everything but what nobody may.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const src = fileURLToPath(new URL("../src", import.meta.url))

interface File {
  /** Below `src`, with slashes: `Payment/Paywall.ts`. */
  readonly name: string
  readonly code: string
  /** The files of `src` that it imports. */
  readonly own: ReadonlyArray<string>
  /** The packages that it imports. */
  readonly packages: ReadonlyArray<string>
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")

const specifiers = (code: string) =>
  [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].flatMap(([, specifier]) => specifier ?? [])

const files: ReadonlyArray<File> = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((path) => {
    const name = path.split(sep).join("/")
    const code = withoutComments(readFileSync(join(src, path), "utf8"))
    const all = specifiers(code)
    const own = all
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) =>
        relative(src, join(src, path, "..", specifier))
          .split(sep)
          .join("/")
      )
    return { name, code, own, packages: all.filter((specifier) => !specifier.startsWith(".")) }
  })

/** The room of a file: its directory, or the file itself at the top. The HTTP client is a room of its own. */
const roomOf = (name: string) =>
  name.startsWith("Http/client/") ? "Http/client" : (name.split("/")[0] ?? name)

/** `file -> import` for every import that a rule forbids. */
const offences = (of: (file: File) => boolean, isForbidden: (imported: string) => boolean) =>
  files
    .filter(of)
    .flatMap(({ name, own }) => own.filter(isForbidden).map((imported) => `${name} -> ${imported}`))

const above = ["Handlers", "Http", "Server.ts", "Program.ts", "Live.ts", "Sandbox", "main.ts"]

/** What a room may know of `src`, itself included. */
const only: Readonly<Record<string, ReadonlyArray<string>>> = {
  Resources: ["Resources"],
  Api: ["Api", "Resources", "Text", "Runtime"],
  Text: ["Text", "Resources"]
}

/** What a room may not know. */
const never: Readonly<Record<string, ReadonlyArray<string>>> = {
  Storage: ["Api", "Payment", "Providers", "Capabilities", "Composites", "Telemetry", ...above],
  Telemetry: ["Payment", "Providers", "Capabilities", "Composites", "Storage", ...above],
  Providers: ["Payment", "Capabilities", "Composites", ...above],
  Capabilities: ["Payment", "Composites", ...above],
  Composites: ["Payment", "Providers", ...above],
  Payment: ["Providers", "Capabilities", "Composites", ...above],
  Handlers: ["Server.ts", "Program.ts", "Live.ts", "Sandbox", "main.ts"],
  Http: [
    "Handlers",
    "Providers",
    "Capabilities",
    "Composites",
    "Server.ts",
    "Program.ts",
    "Live.ts",
    "Sandbox"
  ]
}

/** Who alone may know a file or room. */
const knownTo: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": [],
  "Sandbox/main.ts": [],
  "Program.ts": ["main.ts", "Sandbox/main.ts"],
  "Server.ts": ["main.ts", "Program.ts", "Sandbox/main.ts"],
  Handlers: ["Server.ts", "Handlers"],
  Sandbox: ["Sandbox"]
}

describe("the rooms of src", () => {
  it("are read", () => {
    expect(files.length).toBeGreaterThan(60)
    const paywall = files.find(({ name }) => name === "Payment/Paywall.ts")
    expect(paywall?.own).toEqual(
      expect.arrayContaining(["Api/Payment.ts", "Payment/request/PaymentHeader.ts", "Settings.ts"])
    )
    expect(paywall?.packages).toContain("@effect/platform")
  })

  for (const [room, rooms] of Object.entries(only)) {
    it(`${room} knows only ${rooms.join(" and ")}`, () => {
      expect(
        offences(
          ({ name }) => roomOf(name) === room,
          (imported) => !rooms.includes(roomOf(imported))
        )
      ).toEqual([])
    })
  }

  for (const [room, rooms] of Object.entries(never)) {
    it(`${room} does not know ${rooms.join(", ")}`, () => {
      expect(
        offences(
          ({ name }) => roomOf(name) === room,
          (imported) => rooms.includes(roomOf(imported))
        )
      ).toEqual([])
    })
  }

  for (const [target, names] of Object.entries(knownTo)) {
    it(`${target} is known to ${names.length === 0 ? "nobody" : names.join(", ")}`, () => {
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
  const edge = ["Composites/Gather.ts", "Composites/OutcomeArchive.ts"]
  const pure = files.filter(({ name }) => roomOf(name) === "Composites" && !edge.includes(name))
  const data = ["effect/Array", "effect/DateTime", "effect/Order", "effect/Schema", "wink-porter2-stemmer"]

  it("they import no effects and nothing of Node", () => {
    expect(pure.length).toBeGreaterThan(40)
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

describe("what src leaves alone", () => {
  const outside = ["viem", "@x402", "@effect/cluster", "@effect/rpc", "@effect/workflow"]
  /** The protocol's own facilitator, for the sandbox: it is run from the repository and is in no bundle. */
  const outsider = "Sandbox/ChainFacilitator.ts"
  // In Node 20, once optimised, it denies addresses with letters such as "ü": `Text/ParseUrl` does not.
  it("asks nowhere with URL.canParse", () => {
    expect(files.filter(({ code }) => code.includes("URL.canParse")).map(({ name }) => name)).toEqual([])
  })

  it("imports no package of the buyer's side, and none that is there for others' sake", () => {
    const others = files.filter(({ name }) => name !== outsider)
    const imported = others.flatMap(({ name, packages }) =>
      packages
        .filter((specifier) => outside.some((one) => specifier === one || specifier.startsWith(`${one}/`)))
        .map((specifier) => `${name} -> ${specifier}`)
    )
    expect(imported).toEqual([])
  })

  const impure: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
    ["the environment", /\bprocess\.env\b|\bfrom "(?:node:)?process"/],
    ["the wall clock", /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/],
    ["chance", /\bMath\.random\(/],
    ["the console", /\bconsole\./]
  ]
  for (const [name, pattern] of impure) {
    it(`reads ${name} in Settings.ts and main.ts alone`, () => {
      const found = files
        .filter((file) => !["Settings.ts", "main.ts"].includes(file.name))
        .filter(({ code }) => pattern.test(code))
      expect(found.map((file) => file.name)).toEqual([])
    })
  }
})
