/**
 * The measured servers: Almanac as production starts it, and its peers.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Schema } from "effect"
import { freePort } from "../../process/FreePort.ts"
import * as JsonFile from "../JsonFile.ts"
import * as Challenges from "../load/Challenges.ts"
import type { ServerName } from "../Names.ts"
import * as Child from "./Child.ts"
import type { Cores } from "./Cores.ts"
import * as Database from "./Database.ts"
import type * as Stub from "./Stub.ts"

/** A running server. */
export interface Server extends Child.Child {
  readonly name: ServerName
  readonly port: number
  readonly url: string
  /** What it held before its first call. */
  readonly idle: Child.Sample
}

/** How a server is started, on a port that is free. */
export type Command = (port: number) => Pick<Child.Command, "words" | "environment">

const payTo = "0x00000000000000000000000000000000000a11ce"

/** What `npm start` says to node. */
const startWords = Effect.map(
  JsonFile.read("package.json", Schema.Struct({ scripts: Schema.Struct({ start: Schema.String }) })),
  ({ scripts }) => scripts.start.split(" ").slice(1)
)

/** Everything that a start of Almanac wants to know. Its providers may take as long as the bench holds them back. */
const almanac = (words: ReadonlyArray<string>, stub: Stub.Stub, databaseUrl: string): Command => {
  const provider = (name: string) => `${stub.url}/${name}`
  return (port) => ({
    words,
    environment: {
      X402_PAY_TO: payTo,
      CONTACT: "https://example.org/bench",
      PORT: String(port),
      PUBLIC_URL: "https://almanac.example",
      DATABASE_URL: databaseUrl,
      X402_FACILITATOR_URL: stub.url,
      FRANKFURTER_URL: provider("frankfurter"),
      OPENALEX_URL: provider("openalex"),
      WIKIDATA_URL: provider("wikidata"),
      GDELT_URL: provider("gdelt"),
      GDELT_PACE: "1 millis",
      PROVIDER_DEADLINE: "30 seconds"
    }
  })
}

const peer =
  (
    name: ServerName,
    directory: string,
    stub: Stub.Stub,
    databaseUrl: string,
    challenges: ReadonlyArray<Challenges.Asked>
  ): Command =>
  (port) => {
    const file = `${directory}/${name}-${port}.json`
    const configuration = {
      port,
      facilitator: stub.url,
      provider: `${stub.url}/frankfurter`,
      databaseUrl,
      databaseSchema: name,
      pooled: name === "tuned",
      durable: name === "durable",
      challenges
    }
    writeFileSync(file, JSON.stringify(configuration))
    const program = name === "floor" ? "floor" : "express"
    return {
      words: [fileURLToPath(new URL(`../peers/${program}.js`, import.meta.url)), file],
      environment: {}
    }
  }

/** Where a run takes place. */
export interface Place {
  readonly directory: string
  readonly cores: Cores
  readonly databaseUrl: string
  readonly stub: Stub.Stub
}

const start = (name: ServerName, command: Command, { directory, cores }: Place) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const url = `http://127.0.0.1:${port}`
    const { words, environment } = command(port)
    const child = yield* Child.run({
      name,
      words,
      environment,
      core: cores.server,
      log: `${directory}/${name}.log`,
      probed: true
    })
    yield* Child.ready(child, `${url}/health`)
    yield* Effect.sleep("1 second")
    const server: Server = { ...child, name, port, url, idle: yield* child.ask({ question: "sample" }) }
    return server
  })

/** The servers of a run, and what Almanac asks for its capabilities. */
export const startAll = (names: ReadonlyArray<ServerName>, place: Place) =>
  Effect.gen(function* () {
    const { directory, stub, databaseUrl } = place
    const product = almanac(yield* startWords, stub, databaseUrl)
    const first = yield* start("almanac", product, place)
    yield* Child.ready(first, `${first.url}/health/ready`)
    const challenges = yield* Challenges.read(first.url)
    yield* Effect.forEach(["durable", "floor"], (name) => Database.addLedger(databaseUrl, name))
    const commandOf = (name: ServerName): Command =>
      name === "almanac" ? product : peer(name, directory, stub, databaseUrl, challenges)
    const others = yield* Effect.forEach(
      names.filter((name) => name !== "almanac"),
      (name) => start(name, commandOf(name), place)
    )
    return { product: first, servers: [first, ...others], challenges, commandOf }
  })

/** What `startAll` gives. */
export type Started = Effect.Effect.Success<ReturnType<typeof startAll>>
