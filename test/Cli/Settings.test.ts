/**
 * Settings, wallets and commands that are wrong: a clear error before anything is sent, by exit code 2.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configOf } from "../../src/Cli/settings/Config.ts"
import { sandboxKey, signerOf } from "../../src/Cli/settings/Signer.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"
import { buyers } from "../../src/Sandbox/Accounts.ts"
import { almanac, type Scene } from "./TestTerminal.ts"

const ids = capabilities.map(({ id }) => id)
const home = mkdtempSync(join(tmpdir(), "almanac-settings-"))
const key = buyers[1].privateKey
/** Where nobody listens: whatever is sent is an error of its own, exit code 6. */
const url = "http://127.0.0.1:9"

beforeAll(() => {
  writeFileSync(join(home, "open"), key, { mode: 0o644 })
  writeFileSync(join(home, "wallet"), `${key}\n`, { mode: 0o600 })
  writeFileSync(join(home, "bare"), key.slice(2), { mode: 0o600 })
  writeFileSync(join(home, "short"), key.slice(0, -1), { mode: 0o600 })
  writeFileSync(join(home, "large"), key.repeat(4), { mode: 0o600 })
  writeFileSync(join(home, "zero"), `0x${"0".repeat(64)}`, { mode: 0o600 })
  for (const name of ["open"]) chmodSync(join(home, name), 0o644)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe("the file of settings", () => {
  it("is read", () => {
    const settings = {
      url: "https://almanac.example",
      network: "base",
      wallet: "/w",
      payTo: `0x${"1".repeat(40)}`,
      rpcUrl: "https://node.example",
      timeout: "2m",
      budget: { perCall: "0.10", perDay: "2.00", perCapability: { research: "1" } }
    }
    expect(configOf(JSON.stringify(settings), ids)).toEqual(settings)
    expect(configOf("{}", ids)).toEqual({})
  })

  it.each([
    ["", /ends too early/],
    ["[]", /no JSON object/],
    ['{"url":}', /line 1, column 8/],
    ['{"budgets":{}}', /no setting "budgets"/],
    ['{"url":1}', /url must be text/],
    ['{"budget":{"perCal":"1"}}', /no limit "perCal"/],
    ['{"budget":{"perCall":0.1}}', /budget.perCall must be an amount/],
    ['{"budget":{"perDay":"-1"}}', /budget.perDay must be an amount/],
    ['{"budget":{"perDay":"0.0000001"}}', /budget.perDay must be an amount/],
    ['{"budget":{"perCapability":{"reserch":"1"}}}', /no capability "reserch"/],
    ['{"budget":{"perCapability":{"research":1}}}', /must be an amount/],
    ['{"budget":{"perCapability":[]}}', /must be an object/],
    ['{"budget":"1"}', /budget must be an object/]
  ])("%s is refused", (text, message) => {
    expect(() => configOf(text, ids)).toThrow(message)
  })
})

describe("a command that cannot be run", () => {
  const paying: Scene = {
    environment: { ALMANAC_URL: url, ALMANAC_NETWORK: "base", ALMANAC_PRIVATE_KEY: key }
  }
  const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]

  it.each<readonly [args: ReadonlyArray<string>, scene: Scene, message: RegExp]>([
    [["lst"], {}, /no command "lst"/],
    [["--json", "list"], {}, /the command comes first/],
    [["list", "more"], {}, /one word too many/],
    [["list", "--category", "sports"], {}, /no category "sports"/],
    [["show"], {}, /name a capability/],
    [["show", "fx"], {}, /no capability "fx"/],
    [["show", "fx.rates", "weather"], {}, /one word too many/],
    [["call"], {}, /name a capability/],
    [["call", "fx.rate", "--base", "EUR"], {}, /did you mean fx.rates/],
    [["call", "fx.rates", "{"], {}, /no JSON: it ends too early/],
    [["call", "fx.rates", "[]"], {}, /no JSON object/],
    [["call", "fx.rates", "{}", "--base", "EUR"], {}, /not both/],
    [["call", "fx.rates", "{}", "{}"], {}, /one word too many/],
    [["call", "fx.rates", "-"], { input: "x" }, /the standard input is no JSON/],
    [[...call, "--json", "--raw"], {}, /--json or --raw, not both/],
    [[...call, "--max", "1,5"], {}, /--max must be an amount/],
    [[...call, "--key", "a b"], {}, /--key must be/],
    [[...call, "--timeout", "soon"], {}, /--timeout must be a duration/],
    [[...call, "--url", "almanac.example"], {}, /address of the service cannot be used/],
    [[...call, "--url", "https://user:secret@almanac.example"], {}, /address of the service cannot be used/],
    [[...call, "--network", "ethereum"], {}, /no network "ethereum"/],
    [[...call, "--wallet", join(home, "nothing")], paying, /cannot be read \(ENOENT\)/],
    [[...call, "--wallet", home], paying, /is a folder/],
    [[...call, "--wallet", join(home, "open")], paying, /can be read by others/],
    [[...call, "--wallet", join(home, "short")], paying, /holds no private key/],
    [[...call, "--wallet", join(home, "large")], paying, /too large/],
    [[...call, "--wallet", join(home, "zero")], paying, /holds no private key/],
    [
      call,
      { environment: { ...paying.environment, ALMANAC_PRIVATE_KEY: "secret-of-mine" } },
      /ALMANAC_PRIVATE_KEY holds no private key/
    ],
    [
      call,
      { environment: { ...paying.environment, ALMANAC_MAX_PER_DAY: "two" } },
      /ALMANAC_MAX_PER_DAY must be an amount/
    ],
    [
      call,
      { environment: { ...paying.environment, ALMANAC_MAX_PER_DAYS: "1" } },
      /no setting "ALMANAC_MAX_PER_DAYS"[\s\S]*did you mean ALMANAC_MAX_PER_DAY\?/
    ],
    [[...call, "-o", home], paying, /is a folder/],
    [[...call, "-o", join(home, "none", "file")], paying, /cannot be written \(ENOENT\)/],
    [["status", "a", "b", "c"], {}, /one word too many/],
    [["resume"], {}, /name the key/],
    [["balance", "0x12"], {}, /no address/],
    [["explain"], {}, /name a file/],
    [["explain", join(home, "nothing")], {}, /cannot be read/],
    [["explain", home], {}, /cannot be read \(EISDIR\)/],
    [["explain", "-"], { input: "{}" }, /neither/],
    [
      ["explain", "-"],
      { input: '{"capability":"research","request":{},"now":1,"answers":[5]}' },
      /holds no saved outcomes\n {2}\/answers\/0 is of another form\n$/
    ],
    [["completions"], {}, /name a shell/],
    [["completions", "csh"], {}, /no shell "csh"/]
  ])("%j", async (args, scene, message) => {
    const at = { ...scene, home, environment: { ALMANAC_URL: url, ...scene.environment } }
    const { code, err, out } = await almanac(args, at)
    expect([code, out === "" || args.includes("--json")]).toEqual([2, true])
    expect(err).toMatch(message)
    expect(err).not.toMatch(/secret|\n {4}at /)
    expect(err).not.toContain(key.slice(2))
    const document = await almanac([...args, "--json"], at)
    if (!args.includes("--raw")) {
      expect(JSON.parse(document.out)).toMatchObject({ error: { code: "USAGE", charged: false }, exit: 2 })
    }
  })

  it("has a request that is nested too deeply, by each of its ways", async () => {
    const list = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    const object = `{"currencies":${list}}`
    const told = await Promise.all([
      almanac(["call", "fx.rates", object], { ...paying, home }),
      almanac(["call", "fx.rates", "-"], { ...paying, home, input: object }),
      almanac(["quote", "fx.rates", "--currencies", list], { ...paying, home })
    ])
    for (const { code, err } of told)
      expect([code, err]).toEqual([2, expect.stringContaining("the request is nested too deeply")])
  })

  it("tells of a wrong file of settings by its name", async () => {
    mkdirSync(join(home, "config", "almanac"), { recursive: true })
    const file = join(home, "config", "almanac", "config.json")
    writeFileSync(file, '{"budget":{"perDay":2}}')
    const { code, err } = await almanac(["list"], { environment: { XDG_CONFIG_HOME: join(home, "config") } })
    expect([code, err]).toEqual([2, expect.stringContaining(`${file}: budget.perDay must be an amount`)])
  })

  it.each([
    ["a folder that is absolute is used", (folder: string) => folder, 2],
    ["one that is not is ignored, as the XDG rules have it", (folder: string) => relative(".", folder), 6]
  ])("is read from XDG_CONFIG_HOME: %s", async (_, named, exit) => {
    const folder = join(home, "named")
    mkdirSync(join(folder, "almanac"), { recursive: true })
    writeFileSync(join(folder, "almanac", "config.json"), '{"nothing":1}')
    const environment = { ALMANAC_URL: url, XDG_CONFIG_HOME: named(folder) }
    expect((await almanac(["list"], { environment, home })).code).toBe(exit)
  })

  it("may begin with a mark of the byte order", async () => {
    const folder = join(home, "marked")
    mkdirSync(join(folder, "almanac"), { recursive: true })
    writeFileSync(join(folder, "almanac", "config.json"), `\uFEFF{"url":${JSON.stringify(url)}}`)
    const { code, err } = await almanac(["list"], { environment: { XDG_CONFIG_HOME: folder } })
    expect([code, err]).toEqual([6, expect.stringContaining(url)])
  })

  it("names no network itself but the sandbox's, and no wallet but for it", async () => {
    const { code, err } = await almanac(call, { environment: { ALMANAC_URL: url } })
    expect([code, err]).toEqual([6, expect.stringContaining("http://127.0.0.1:9 gives no answer")])
  })
})

describe("a wallet", () => {
  it.each(["wallet", "bare"])("is read from a file that its owner alone can read: %s", async (name) => {
    const environment = { ALMANAC_URL: url, ALMANAC_NETWORK: "base" }
    const { code, err } = await almanac(["balance", "--wallet", join(home, name)], { environment })
    expect([code, err.toLowerCase()]).toEqual([2, expect.stringContaining(buyers[1].address)])
  })

  it("of the sandbox is its first buyer's", () => {
    expect(sandboxKey()).toBe(buyers[0].privateKey)
    expect(signerOf(sandboxKey()).address.toLowerCase()).toBe(buyers[0].address)
  })
})
