/**
 * From a provider's refusal to the caller's request: a list may be asked for in another order and without its
 * repeats, and a query may be a part of the request.
 */
import * as Array from "effect/Array"
import { QueryRefused } from "../Providers/Errors.ts"

/** A refusal whose pointers lead into the request's `field`, which was asked for as the query. */
export const inField =
  (field: string) =>
  ({ problems, provider }: QueryRefused): QueryRefused =>
    new QueryRefused({
      provider,
      problems: Array.map(problems, ({ message, pointer }) => ({ pointer: `/${field}${pointer}`, message }))
    })

/** Pointers to items of `field`, a list that was asked for as `asked`, become pointers to their first places in `given`. */
export const remapPointers =
  (field: string, asked: ReadonlyArray<string>, given: ReadonlyArray<string>) =>
  (refusal: QueryRefused): QueryRefused =>
    new QueryRefused({
      provider: refusal.provider,
      problems: Array.map(refusal.problems, ({ pointer, message }) => {
        const [, name, index] = /^\/([^/]+)\/(\d+)$/.exec(pointer) ?? []
        const item = name === field ? asked[Number(index)] : undefined
        return { pointer: item === undefined ? pointer : `/${field}/${given.indexOf(item)}`, message }
      })
    })
