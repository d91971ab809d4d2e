/**
 * `almanac call ID ...`: buys an answer. A call that is not finished is finished, not bought again.
 */
import type { CapabilityId } from "../../Client/Capability.ts"
import { NotOffered } from "../../Client/Errors.ts"
import type { Answer, CallOptions } from "../../Client/index.ts"
import { canonical } from "../../Client/Json.ts"
import type { Invocation, Run } from "../Command.ts"
import { type Connection, connectToPay } from "../Connection.ts"
import { interruption } from "../Interrupted.ts"
import { type Request, readRequest } from "../input/Input.ts"
import { capabilityNamed } from "../input/Named.ts"
import { answerReport, checkShape } from "../output/Answer.ts"
import { watched } from "../output/Progress.ts"
import { isAmount } from "../settings/Config.ts"
import { readSettings } from "../settings/Settings.ts"
import { UsageError } from "../Usage.ts"

/** Keys are headers. */
const keyOf = (key: string | undefined): string | undefined => {
  if (key === undefined || /^[!-~]{1,128}$/.test(key)) return key
  throw new UsageError("--key must be 1 to 128 visible ASCII characters")
}

const mostOf = (max: string | undefined): string | undefined => {
  if (max === undefined || isAmount(max)) return max
  throw new UsageError(`--max must be an amount in USDC such as 0.10, not ${JSON.stringify(max)}`)
}

interface Wanted {
  readonly id: CapabilityId
  readonly request: Request
}

/** The key of a purchase of the same request that is not finished. */
const unfinished = async ({ client }: Connection, { id, request }: Wanted): Promise<string | undefined> => {
  const body = canonical(request)
  return (await client.open()).find((one) => one.id === id && one.body === body)?.key
}

/** The price that is above the listed one, when it may be paid: by `--yes`, or by a person's word. */
const agreed = async (
  { client }: Connection,
  { args, terminal }: Invocation,
  { id, request }: Wanted,
  error: NotOffered
): Promise<string> => {
  const isAskable = terminal.ask !== undefined && args.get("max") === undefined
  if (!isAskable && !args.has("yes")) throw error
  const { price } = await client.quote(id, request, { signal: terminal.interrupted })
  const isAgreed =
    args.has("yes") || (await terminal.ask?.(`${id} costs ${price} USDC, more than listed. Pay it?`)) === true
  if (terminal.interrupted.aborted) throw interruption()
  if (isAgreed) return price
  throw error
}

const buy = async (
  connection: Connection,
  invocation: Invocation,
  wanted: Wanted,
  options: CallOptions
): Promise<Answer> => {
  const { client } = connection
  const { id, request } = wanted
  try {
    return await client.call(id, request, options)
  } catch (error) {
    const isPrice = error instanceof NotOffered && error.reason === "PRICE"
    if (!isPrice || options.maxPrice !== undefined) throw error
    return client.call(id, request, {
      ...options,
      maxPrice: await agreed(connection, invocation, wanted, error)
    })
  }
}

export const run: Run = async (invocation) => {
  const { args, terminal } = invocation
  const [word, ...rest] = args.words
  const { id, inputSchema } = capabilityNamed(word)
  checkShape(args)
  const key = keyOf(args.get("key"))
  const maxPrice = mostOf(args.get("max"))
  const settings = await readSettings(args, terminal)
  const wanted = { id, request: await readRequest(inputSchema, rest, args.written, terminal.readInput) }
  const connection = await connectToPay(settings, terminal)
  const open = key === undefined && !args.has("fresh") ? await unfinished(connection, wanted) : undefined
  if (open !== undefined)
    terminal.err.write(`the same call is not finished: it is taken up first, key ${open}\n`)
  const answer = await watched(terminal, settings.url, (watch) =>
    buy(connection, invocation, wanted, { ...watch, key: key ?? open, maxPrice })
  )
  return answerReport(answer, args, terminal.out)
}
