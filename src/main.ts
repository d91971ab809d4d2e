/**
 * The process: it builds the layers from the settings and serves until a signal.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Outbound from "./Http/client/Outbound.ts"
import * as Live from "./Live.ts"
import { explain, serve } from "./Program.ts"
import * as Environment from "./Settings/Environment.ts"
import { Settings } from "./Settings.ts"
import * as StartupChecks from "./StartupChecks.ts"
import * as PrintedLines from "./Telemetry/PrintedLines.ts"
import * as Telemetry from "./Telemetry/Telemetry.ts"

const ports = Layer.mergeAll(Live.ledger, Live.facilitator, Live.chain, Live.providers).pipe(
  Layer.provideMerge(Live.shared),
  Layer.provideMerge(Live.telemetry),
  Layer.provideMerge(Outbound.layer),
  Layer.provideMerge(Settings.layer)
)

const environment = Layer.provide(Environment.layer(process.env), NodeFileSystem.layer)

const program = Effect.provide(serve({ routes: Layer.empty, announce: StartupChecks.atStart }), ports)

PrintedLines.log.pipe(
  Effect.zipRight(StartupChecks.spelling),
  Effect.zipRight(program),
  Effect.provide(environment),
  explain,
  Effect.provide(Telemetry.logs(process.stdout.isTTY)),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
)
