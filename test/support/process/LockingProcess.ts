/** Run by the tests: locks the directory, says how that went, and stays for as long as it holds the lock. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { lock } from "../../../src/Storage/DirectoryLock.ts"

const say = (word: string) => Effect.sync(() => void process.stdout.write(`${word}\n`))

Effect.suspend(() => lock(process.argv[2] ?? "")).pipe(
  Effect.zipRight(say("locked")),
  Effect.zipRight(Effect.never),
  Effect.catchTag("DirectoryInUse", (error) => say(error._tag)),
  Effect.scoped,
  Effect.provide(NodeFileSystem.layer),
  NodeRuntime.runMain
)
