/**
 * Limits for the shape of the code: sizes of files and folders, and files that clients can load.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { files, isContract as isCapabilityContract, namesBelow, root } from "./Sources.ts"

/** All files of the repository's own code, by their paths. The peers of the bench have packages that are installed. */
const all = ["src", "test", "scripts"]
  .flatMap((folder) => namesBelow(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !path.includes("/node_modules/"))

const mostFiles = 20
const mostLines = 250

/** Files that are lists of words, recordings, or tables of cases. */
const isData = (path: string) =>
  /^src\/Composites\/\w+\/words\//.test(path) ||
  /^src\/Client\/generated\//.test(path) ||
  /^scripts\/mutants\/faults\//.test(path) ||
  (path.startsWith("test/") && !path.startsWith("test/support/"))

describe("the shape of the code", () => {
  it(`has at most ${mostFiles} files in a folder, beside its subfolders`, () => {
    const sizes = new Map<string, number>()
    for (const path of all) {
      const folder = path.slice(0, path.lastIndexOf("/"))
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
    }
    expect(sizes.size).toBeGreaterThan(100)
    const full = [...sizes].filter(([, size]) => size > mostFiles).map(([folder]) => folder)
    expect(full).toEqual([])
  })

  it(`has at most ${mostLines} lines in a file, data apart`, () => {
    const long = all.filter(
      (path) =>
        path.endsWith(".ts") &&
        !isData(path) &&
        readFileSync(join(root, path), "utf8").trimEnd().split("\n").length > mostLines
    )
    expect(all.length).toBeGreaterThan(1000)
    expect(long).toEqual([])
  })
})

describe("scripts", () => {
  it("import nothing from test", () => {
    const scripts = namesBelow(join(root, "scripts")).filter(
      (name) => /\.[jt]s$/.test(name) && !name.includes("node_modules/")
    )
    expect(scripts.length).toBeGreaterThan(50)
    expect(
      scripts.filter((name) => /from "[./]+test\//.test(readFileSync(join(root, "scripts", name), "utf8")))
    ).toEqual([])
  })
})

describe("the proof of the money", () => {
  it("imports nothing of the program but to run it: what judges is written anew", () => {
    const own = join(root, "scripts/prove")
    const offenders = namesBelow(own).filter((name) =>
      /from "[./]+src\//.test(readFileSync(join(own, name), "utf8"))
    )
    expect(namesBelow(own).length).toBeGreaterThan(30)
    // It runs the programs, service and client, with a database whose clock it steers.
    expect([...offenders].sort()).toEqual([
      "buyers/Client.ts",
      "service/DatabaseClock.ts",
      "service/Service.ts"
    ])
  })
})

describe("contract files", () => {
  const isContract = (name: string) => /^(?:Api|Resources)\//.test(name) || isCapabilityContract(name)

  /** Rooms of pure code that a client can load. */
  const isPure = (name: string) => isContract(name) || /^(?:Runtime|Text)\//.test(name)

  const packages = /^(?:effect(?:\/.+)?|@effect\/platform(?:\/.+)?|entities\/decode)$/

  const byName = new Map(files.map((file) => [file.name, file]))

  /** A file and everything that it imports, over any number of steps. */
  const reach = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const imported of byName.get(name)?.own ?? []) reach(imported, seen)
    return seen
  }

  it("import no server code: the client and the page load them", () => {
    const contracts = files.filter(({ name }) => isContract(name))
    expect(contracts.length).toBeGreaterThan(30)
    const reached = new Set(contracts.flatMap(({ name }) => [...reach(name)]))
    expect([...reached].filter((name) => !isPure(name))).toEqual([])
    expect(
      [...reached].flatMap((name) =>
        (byName.get(name)?.packages ?? [])
          .filter((one) => !packages.test(one))
          .map((one) => `${name} -> ${one}`)
      )
    ).toEqual([])
  })
})
