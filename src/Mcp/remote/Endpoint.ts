/**
 * The endpoint `/mcp`: the Model Context Protocol over HTTP, a message a request. The protocol's library is loaded with
 * the first message; what it is given has passed the limits that hold for all requests.
 */
import type { IncomingMessage } from "node:http"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import { codes, Forbidden, Overloaded, ValidationFailed } from "../../Api/Failure.ts"
import { parseJson } from "../../Api/RequestDecoder.ts"
import { version } from "../../Api/Version.ts"
import * as FailureReport from "../../Http/FailureReport.ts"
import * as FastPath from "../../Http/FastPath.ts"
import * as AwaitedBodies from "../../Http/limits/AwaitedBodies.ts"
import * as RequestBody from "../../Http/limits/RequestBody.ts"
import * as Routes from "../../Http/Routes.ts"
import { Settings } from "../../Settings.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"
import type { Library } from "../server/Library.ts"
import * as Message from "../server/Message.ts"
import type { Era, Served } from "../server/Served.ts"
import * as ToolServer from "../server/ToolServer.ts"
import * as Selection from "../tools/Selection.ts"
import * as Origins from "./Origins.ts"
import * as Results from "./Results.ts"
import * as ToolList from "./ToolList.ts"
import * as Tools from "./Tools.ts"

/** Bytes of a message at most: the arguments of a call as a body over HTTP has them, and a payment as a header has it. */
export const mostBytes = RequestBody.maxBytes + 16 * 1024

/** Bodies that are awaited at a time, as a share of `MAX_CALLS`: as for quotes, nobody has paid for these. */
const share = 1 / 4

/** Messages that are parsed and given to the library in one turn of the event loop. Each takes about a millisecond. */
const messagesPerTick = 8

/** The 503 of a message for which there is no room among those that wait. */
const tooMany = new Overloaded({
  message: "Too many messages wait for their turn; this call charged nothing.",
  why: "too many messages",
  retryAfter: 1
})

/** How long a call is waited for: clients give up after 60 seconds, and one that does takes its purchase with it. */
const patience = Duration.seconds(50)

const foreign = new Forbidden({ message: "This host, or this page's origin, is not one that may call here." })

const instructions =
  "Research and data from real providers, each call paid in USDC over x402. A call without a payment answers with the " +
  "price. almanac_quote tells, free, what a call costs and whether its arguments are right."

/** An error of the protocol. Over HTTP it is 400 for what is no message, and 200 for one that asks for something wrong. */
const refused = (refusal: Message.Refusal) =>
  HttpServerResponse.unsafeJson(refusal, { status: refusal.error.code === -32602 ? 200 : 400 })

/** Has the library answer a message. */
const respond = async (
  library: Library,
  served: Served,
  request: Request,
  message: unknown
): Promise<Response> => {
  const factory = ToolServer.make(library, served)
  if (!(await library.isLegacyRequest(request, message))) {
    const handler = library.createMcpHandler(factory, { legacy: "reject", keepAliveMs: 0 })
    return handler.fetch(request, { parsedBody: message })
  }
  const server = factory({ era: "legacy" })
  const transport = new library.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: message })
}

const methodOf = (message: unknown): unknown => (Predicate.isRecord(message) ? message["method"] : undefined)

const idIn = (message: unknown) => Message.idOf(Predicate.isRecord(message) ? message["id"] : undefined)

/** Makes the handler of calls. */
export const handler = Effect.gen(function* () {
  const settings = yield* Settings
  const { publicUrl, maxCalls } = settings.listen
  const all = yield* Tools.make(patience)
  const isAllowed = Origins.allowed(settings)
  const report = FailureReport.reporter(settings.sandbox)
  const awaiting = AwaitedBodies.awaiter(Math.ceil(maxCalls * share))
  // Once it is parsed, a message takes twenty times its bytes: it waits for its turn before, with as many as there are places.
  const turn = AwaitedBodies.line(messagesPerTick, maxCalls)
  const library = yield* Effect.cached(
    Effect.promise((): Promise<Library> => import("@modelcontextprotocol/server"))
  )
  const withTools = ToolList.make(all)

  const select = (target: string) => {
    const query = new URL(target, publicUrl).searchParams.getAll("tools")
    const selected = Selection.read(query.length === 0 ? undefined : query.join(), [...all().keys()])
    return "names" in selected
      ? Effect.succeed(selected.names)
      : Effect.fail(new ValidationFailed({ message: selected.problem }))
  }

  /** Runs a call of a tool in the fibre's context: it has the id, the span and the log line of its request. */
  const caller = (names: ReadonlyArray<string>, message: IncomingMessage) =>
    Effect.map(Effect.runtime<never>(), (runtime) => {
      const run = Runtime.runPromise(runtime)
      // For the older revisions the library does not say that the client has gone.
      return (gone: AbortSignal): Served["call"] =>
        async (call) => {
          const tool = names.includes(call.name) ? all().get(call.name) : undefined
          if (tool === undefined) return undefined
          const result = Effect.catchAllCause(tool.run(call, message), (cause) =>
            Effect.flatMap(CurrentCall, (current) =>
              Effect.flatMap(
                report(cause, current),
                Option.match({
                  onNone: () => Effect.interrupt,
                  onSome: (failure) => {
                    current.failedWith = codes[failure._tag].status
                    return Effect.succeed(Results.failed(failure, current.id, call.takesPaymentRequired))
                  }
                })
              )
            )
          )
          return run(result, { signal: AbortSignal.any([call.signal, gone]) })
        }
    })

  /** What the library answers, as text, and the era that it speaks in. */
  const ask = async (library: Library, message: unknown, request: Request, call: Served["call"]) => {
    let era: Era = "modern"
    const served: Served = {
      version,
      websiteUrl: publicUrl,
      instructions,
      tools: (asked) => {
        era = asked
        return []
      },
      call
    }
    const response = await respond(library, served, request, message)
    const contentType = response.headers.get("content-type") ?? "application/json"
    return { status: response.status, contentType, text: await response.text(), era }
  }

  return (message: IncomingMessage) =>
    Effect.gen(function* () {
      if (!isAllowed(message)) return yield* foreign
      const { socket, url = "" } = message
      const names = yield* select(url)
      const sender = `${socket.remoteAddress}:${socket.remotePort}`
      const body = yield* RequestBody.read(message, awaiting(sender), mostBytes)
      const loaded = yield* library
      yield* Effect.mapError(turn(sender), () => tooMany)
      const json = parseJson(body)
      if (Either.isLeft(json)) return refused(Message.noJson("body"))
      const refusal = Message.judge(loaded)(json.right)
      if (refusal !== undefined) return refused(refusal)
      const method = methodOf(json.right)
      if (method === "subscriptions/listen")
        return refused(
          Message.refuse(-32601, "Nothing here changes: there is nothing to subscribe to", idIn(json.right))
        )
      const call = yield* caller(names, message)
      const { contentType, era, status, text } = yield* Effect.promise((signal) =>
        ask(loaded, json.right, requestOf(message, publicUrl, signal), call(signal))
      )
      if (text === "") return HttpServerResponse.empty({ status })
      const listed = method === "tools/list" ? withTools(text, names, era) : undefined
      return listed === undefined
        ? HttpServerResponse.text(text, { status, contentType, headers: noStore })
        : HttpServerResponse.setHeaders(FastPath.pieces(listed, contentType), noStore)
    })
})

const noStore = { "cache-control": "no-store" }

/** The headers that the protocol reads. */
const names = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"]

/** The request as the library reads it; its body is given beside it. */
const requestOf = (message: IncomingMessage, publicUrl: string, signal: AbortSignal) =>
  new Request(new URL(Routes.mcp, publicUrl), {
    method: "POST",
    headers: Object.fromEntries(
      names.flatMap((name) => {
        const value = RequestBody.headerOf(message, name)
        return value === undefined ? [] : [[name, value]]
      })
    ),
    signal
  })

/** The handlers of paths beside the Api's. */
export const handlers = Effect.map(
  handler,
  (handle): ReadonlyMap<string, FastPath.Handler> => new Map([[Routes.mcp, handle]])
)
