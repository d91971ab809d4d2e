/**
 * Which route a request is for. A route is its exact spelling in its fixed parts: another case, a doubled or trailing
 * slash or a percent-encoding of it is no route.
 */
import * as Option from "effect/Option"
import { routes } from "../Api/CapabilityRegistry.ts"
import { pages, paths } from "./documents/Paths.ts"

/** A route as the contract writes it (`/v1/payments/:payer/:nonce`), and the methods that it takes. */
export interface Route {
  readonly path: string
  readonly methods: ReadonlyArray<string>
}

/** Where the Model Context Protocol is spoken. */
export const { mcp } = paths

const byPath = new Map<string, Route>()
for (const { method, path } of [
  ...routes,
  ...pages.map((path) => ({ method: "GET", path })),
  { method: "POST", path: mcp }
]) {
  const methods = method === "GET" ? ["GET", "HEAD"] : [method]
  byPath.set(path, { path, methods: [...(byPath.get(path)?.methods ?? []), ...methods] })
}

const withParameters = [...byPath.values()].filter(({ path }) => path.includes("/:"))

/** Whether a path fits a route: a parameter fits any one segment. */
const fits = (path: string, { path: pattern }: Route): boolean => {
  const segments = path.split("/")
  const parts = pattern.split("/")
  return (
    segments.length === parts.length &&
    parts.every((part, at) => part === segments[at] || (part.startsWith(":") && segments[at] !== ""))
  )
}

/** A request target without the origin that an absolute one has (RFC 9112, 3.2). */
export const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?]*\/?/i, "/")

/** The path of a request target, without the query. */
export const pathOf = (target: string): string => originForm(target).replace(/\?.*$/s, "")

/** The route of a path. */
export const find = (path: string): Option.Option<Route> =>
  Option.fromNullable(byPath.get(path) ?? withParameters.find((route) => fits(path, route)))

/** Whether a path may belong to the sandbox, which adds routes of its own to the Api's. */
export const isSandbox = (path: string): boolean => path.startsWith("/sandbox/")
