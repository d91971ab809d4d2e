/**
 * A real chain on this machine: anvil, from the package of its makers, started from the state in `data/chain` with
 * the id of Base Sepolia, so that unmodified clients pay on it.
 *
 * The binary comes for Linux with glibc, macOS and Windows. Where it is missing or does not run, the reason is an
 * error that the caller can recover from.
 */
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "@effect/platform/Command"
import type * as PlatformError from "@effect/platform/Error"
import * as HttpClient from "@effect/platform/HttpClient"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { ChainUnavailable } from "../Payment/chain/Chain.ts"
import { rpcCall } from "../Payment/chain/JsonRpc.ts"
import * as Assets from "../Resources/Assets.ts"

/** The chain is ready and mines a block for every transaction; it ends with its scope. */
export class Anvil extends Context.Tag("almanac/Anvil")<
  Anvil,
  {
    /** Where it speaks JSON-RPC, on this machine alone. */
    readonly url: string
  }
>() {}

/** The chain cannot run here. `message` says why, in words for a terminal. */
export class AnvilUnavailable extends Data.TaggedError("AnvilUnavailable")<{ readonly message: string }> {}

/** How long it may take to start; it takes a tenth of a second. */
const patience = Duration.seconds(15)

const architectures = new Map([
  ["x64", "amd64"],
  ["arm64", "arm64"]
])

/** The binary's own package: the wrapper's costs a second process. */
const packageName = (platform: string, architecture: string) =>
  `@foundry-rs/anvil-${platform}-${architectures.get(architecture) ?? architecture}`

const manifestOf = Option.liftThrowable(createRequire(import.meta.url).resolve)

const binary = Effect.suspend(() => {
  const name = packageName(process.platform, process.arch)
  return Option.match(manifestOf(`${name}/package.json`), {
    onNone: () => Effect.fail(new AnvilUnavailable({ message: `${name} is not installed` })),
    onSome: (manifest) =>
      Effect.succeed(join(manifest, "..", "bin", process.platform === "win32" ? "anvil.exe" : "anvil"))
  })
})

const genesis = fileURLToPath(new URL("data/chain/genesis.json", import.meta.url))

const chainId = Option.getOrThrow(Option.fromNullable(Assets.chainId(Assets.baseSepolia)))

/** How a chain may differ from the default one. */
export interface Options {
  /** The program; without, the one of the package for this machine. */
  readonly program?: string
  /** Seconds between blocks, as a chain that others use too would have them; without, time stands still meanwhile. */
  readonly blockTime?: number
  /** Whether a transaction gets a block at once, or waits for the next. At once by default. */
  readonly instant?: boolean
}

/** Blocks whose state is kept: a chain that runs for days does not grow. */
const statesKept = 256

/** As arguments: where the two kinds of mining are asked for, both go on. */
const mining = ({ blockTime, instant = true }: Options) =>
  blockTime === undefined
    ? []
    : [
        "--block-time",
        String(blockTime),
        "--prune-history",
        String(statesKept),
        ...(instant ? ["--mixed-mining"] : [])
      ]

/**
 * Ends the chain with us even when we are killed and can do nothing: the pipe to the watcher breaks then. Its file
 * descriptor is named, for a shell gives what runs in the background an empty input. Told to end, the shell waits for
 * the chain, so that it leaves no dead process behind.
 */
const watched = `exec 3<&0
"$0" "$@" 3<&- &
chain=$!
trap 'wait $chain; exit' TERM
{ cat <&3; kill $chain; } >/dev/null 2>&1 &
wait $chain`

const command = (program: string, ...args: ReadonlyArray<string>) =>
  process.platform === "win32"
    ? Command.make(program, ...args)
    : Command.stdin(Command.make("sh", "-c", watched, program, ...args), Stream.never)

const said = (error: ChainUnavailable | PlatformError.PlatformError) =>
  error._tag === "ChainUnavailable" ? `no answer (${error.reason})` : error.message

const start = (options: Options) =>
  Effect.gen(function* () {
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const anvil = command(
      options.program ?? (yield* binary),
      "--init",
      genesis,
      // The genesis file says it too, but not to the account that anvil signs for.
      "--chain-id",
      String(chainId),
      // Its clock runs from here: without, from 1970.
      "--timestamp",
      String(now),
      "--host",
      "127.0.0.1",
      "--port",
      "0",
      "--accounts",
      "1",
      ...mining(options)
    )
    const running = yield* Command.start(Command.stderr(anvil, "pipe"))
    const url = yield* Deferred.make<string>()
    const lastWords: Array<string> = []
    // Both streams are read to their end: a full pipe would stop it.
    yield* Stream.runForEach(Stream.splitLines(Stream.decodeText(running.stdout)), (line) =>
      Option.match(Option.fromNullable(/^Listening on (\S+)/.exec(line)?.[1]), {
        onNone: () => Effect.succeed(false),
        onSome: (address) => Deferred.succeed(url, `http://${address}`)
      })
    ).pipe(Effect.forkScoped)
    yield* Stream.runForEach(Stream.splitLines(Stream.decodeText(running.stderr)), (line) =>
      Effect.sync(() => {
        lastWords.push(line)
      })
    ).pipe(Effect.forkScoped)
    const ended = Effect.flatMap(
      running.exitCode,
      (code) =>
        new AnvilUnavailable({ message: `anvil ended with code ${code}: ${lastWords.slice(0, 3).join(" ")}` })
    )
    const ready = yield* Effect.raceFirst(Deferred.await(url), ended)
    // Calls on top of the first block of all are answered as if they were made in 1970.
    const node = rpcCall(yield* HttpClient.HttpClient, Redacted.make(ready))
    yield* node("evm_mine", [], Schema.Unknown)
    return { url: ready }
  }).pipe(
    Effect.timeoutFail({
      duration: patience,
      onTimeout: () =>
        new AnvilUnavailable({ message: `anvil was not ready in ${Duration.format(patience)}` })
    }),
    Effect.mapError((error) =>
      error._tag === "AnvilUnavailable"
        ? error
        : new AnvilUnavailable({ message: `anvil does not run here: ${said(error)}` })
    )
  )

/** A chain of one's own. */
export const layer = (options: Options = {}): Layer.Layer<Anvil, AnvilUnavailable, HttpClient.HttpClient> =>
  Layer.scoped(Anvil, start(options)).pipe(Layer.provide(NodeContext.layer))
