/**
 * Where the time of a CPU profile went: self time by group of code. Pure.
 */
import { Schema } from "effect"

/** A profile of V8, as far as it is read; times in microseconds, lines and columns from 0. */
export const CpuProfile = Schema.Struct({
  nodes: Schema.Array(
    Schema.Struct({
      id: Schema.Number,
      callFrame: Schema.Struct({
        functionName: Schema.String,
        url: Schema.String,
        lineNumber: Schema.Number,
        columnNumber: Schema.Number
      })
    })
  ),
  samples: Schema.Array(Schema.Number),
  timeDeltas: Schema.Array(Schema.Number)
})
export type CpuProfile = typeof CpuProfile.Type

type Frame = CpuProfile["nodes"][number]["callFrame"]

/** From a place in the bundle to the file that it was made of, where that is known. */
export type SourceOf = (frame: Frame) => string | undefined

/** Groups by the file's path; the first that fits. */
const groups: ReadonlyArray<readonly [string, RegExp]> = [
  [
    "Effect runtime",
    /node_modules\/effect\/.*(fiberRuntime|core|runtime|scheduler|fiber|layer|context|opCodes|cause|exit)[^/]*$/i
  ],
  ["Effect Schema", /node_modules\/effect\/.*(Schema|ParseResult|SchemaAST)[^/]*$/],
  ["Effect, other", /node_modules\/effect\//],
  ["Effect platform", /node_modules\/@effect\/(platform|platform-node|platform-node-shared)\//],
  ["SQL and pg", /node_modules\/(@effect\/sql|@effect\/sql-pg|pg[^/]*|postgres[^/]*)\//],
  ["undici", /node_modules\/undici\//],
  ["signatures and hashes", /node_modules\/(@noble|tiny-secp256k1|uint8array-tools)\//],
  ["other packages", /node_modules\//],
  ["node", /^node:/],
  ["Almanac", /(^|\/)src\//]
]

/** V8's own names for what is no code of ours. */
const engine = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "native code"],
  ["(idle)", "idle"]
])

/** The group of a frame. */
export const groupOf = (frame: Frame, sourceOf: SourceOf): string => {
  const named = engine.get(frame.functionName)
  if (named !== undefined) return named
  if (frame.url.startsWith("wasm:")) return "signatures and hashes"
  if (frame.url === "") return "native code"
  const path = sourceOf(frame) ?? frame.url
  return groups.find(([, pattern]) => pattern.test(path))?.[0] ?? "other"
}

/** A group and its share (0 to 1) of the time in which the process was not idle. */
export interface Share {
  readonly group: string
  readonly share: number
}

/** The groups, the largest first. */
export const selfTime = (
  { nodes, samples, timeDeltas }: CpuProfile,
  sourceOf: SourceOf
): ReadonlyArray<Share> => {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, groupOf(callFrame, sourceOf)]))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const group = names.get(id) ?? "other"
    times.set(group, (times.get(group) ?? 0) + (timeDeltas[index] ?? 0))
  }
  times.delete("idle")
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times]
    .map(([group, time]) => ({ group, share: time / total }))
    .sort((left, right) => right.share - left.share)
}
