/**
 * The list of the tools in a response of the library. The library is given no tools, and they are put in where it has none:
 * they are the same for all clients, so they are made once.
 */
import type * as Effect from "effect/Effect"
import type { Era } from "../server/Served.ts"
import * as Tools from "./Tools.ts"

/** In a response of the library, where the tools belong. */
const noTools = '"tools":[]'

/** Lists that are kept. Strangers choose the names: what few ask for is made anew. */
const most = 64

/** The tools of a process, by name. */
type All = Effect.Effect.Success<ReturnType<typeof Tools.make>>

/** Makes a function that puts tools into a response, in pieces; `undefined` where the response has no place for them. */
export const make = (all: All) => {
  const lists = new Map<string, Buffer>()

  const listOf = (names: ReadonlyArray<string>, era: Era): Buffer => {
    const key = [era, ...names].join()
    const known = lists.get(key)
    if (known !== undefined) return known
    const tools = [...all().values()]
      .filter(({ tool }) => names.includes(tool.name))
      .map(({ tool }) => Tools.shown(tool, era))
    const list = Buffer.from(`"tools":${JSON.stringify(tools)}`)
    if (lists.size < most) lists.set(key, list)
    return list
  }

  return (text: string, names: ReadonlyArray<string>, era: Era): ReadonlyArray<Buffer> | undefined => {
    const place = text.indexOf(noTools)
    return place === -1
      ? undefined
      : [
          Buffer.from(text.slice(0, place)),
          listOf(names, era),
          Buffer.from(text.slice(place + noTools.length))
        ]
  }
}
