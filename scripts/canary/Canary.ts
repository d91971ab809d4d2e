/**
 * Calls the operations one after another, and judges what they answer.
 */
import { HttpClient } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import * as Live from "../../src/Live.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import type { ProviderError, QueryRefused } from "../../src/Providers/Errors.ts"
import { repairJson } from "../../src/Providers/Gdelt/repair.ts"
import { Settings } from "../../src/Settings.ts"
import * as Drift from "./Drift.ts"
import { known } from "./Known.ts"
import type { Operation } from "./Operations.ts"
import * as Recorder from "./Recorder.ts"
import { parse, type Recording, recordingOf, secretsOf } from "./Recording.ts"
import type { Finding, Verdict } from "./Report.ts"
import * as Shape from "./Shape.ts"

/** In our words: a refusal's problems are ours too. */
const reasonOf = (error: ProviderError | QueryRefused): string =>
  error._tag === "QueryRefused"
    ? error.problems.map(({ pointer, message }) => `${pointer} ${message}`).join("; ")
    : error.reason

/** The JSON of a reply with status 200; GDELT's after its one repair. */
const jsonOf = ({ status, text }: Recorder.RawReply): Option.Option<unknown> =>
  status === 200 ? Option.orElse(parse(text), () => parse(repairJson(text))) : Option.none()

/** A reply that decodes is still a failure when the provider's own reader failed with it. */
const judge = (
  operation: Operation,
  error: Option.Option<ProviderError | QueryRefused>,
  reply: Option.Option<Recorder.RawReply>
): Verdict => {
  const failed = Option.map(
    error,
    (error): Verdict => ({ _tag: "Failed", error: error._tag, reason: reasonOf(error) })
  )
  const json = Option.flatMap(reply, jsonOf)
  if (Option.isNone(json)) {
    return Option.getOrElse(
      failed,
      (): Verdict => ({ _tag: "Failed", error: "NoAnswer", reason: "no JSON with status 200" })
    )
  }
  const paths = operation.reads(json.value)
  const shape = Shape.summarise(json.value, operation.maps ?? [])
  const drift = Drift.compare(known(operation), shape, operation.asked)
  return paths.length > 0
    ? { _tag: "Unreadable", paths, drift }
    : Option.getOrElse(failed, (): Verdict => ({ _tag: "Answered", drift }))
}

/** A finding, and the redacted recording of the reply if one came. */
export interface Heard {
  readonly finding: Finding
  readonly recording: Option.Option<Recording>
}

/** Calls each operation once, in order, by the live layers; `tell` hears of each as soon as it is done. */
export const run = <E, R>(
  operations: ReadonlyArray<Operation>,
  tell: (heard: Heard) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const recorder = yield* Recorder.make(yield* HttpClient.HttpClient)
    const secrets = secretsOf((yield* Settings).providers)
    const ports = Live.providers.pipe(
      Layer.provide(Layer.merge(Pacing.layerMemory, Layer.succeed(HttpClient.HttpClient, recorder.client)))
    )
    const ask = (operation: Operation) =>
      Effect.gen(function* () {
        yield* recorder.forget
        const error = yield* Effect.option(Effect.flip(operation.call))
        const reply = yield* recorder.last
        const finding = { operation: operation.name, verdict: judge(operation, error, reply) }
        yield* tell({
          finding,
          recording: Option.map(reply, (reply) => recordingOf(secrets, operation.name, reply))
        })
        return finding
      })
    return yield* Effect.forEach(operations, ask).pipe(Effect.provide(ports))
  })
