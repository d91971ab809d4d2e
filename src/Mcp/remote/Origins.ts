/**
 * Who may call the remote door: clients that mean this host, and pages of its own origin or of one that the operator
 * allows. A page elsewhere that reaches this process under a name of its own (DNS rebinding) is refused.
 */
import type { IncomingMessage } from "node:http"
import { isLoopback } from "../../Settings/Loopback.ts"
import type { Settings } from "../../Settings.ts"

/** The host's name without port and brackets, in lower case; `undefined` where there is none. */
const hostnameOf = (host: string): string | undefined => {
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "")
  } catch {
    return undefined
  }
}

const originOf = (origin: string): URL | undefined => {
  try {
    return new URL(origin)
  } catch {
    return undefined
  }
}

/** Whether the headers `Host` and `Origin` of a call are those of a client that may call. */
export const allowed = ({
  listen
}: Pick<Settings["Type"], "listen">): ((message: Pick<IncomingMessage, "headers">) => boolean) => {
  const own = new URL(listen.publicUrl)
  const ownName = hostnameOf(own.host)
  // A process that only this machine reaches is called by this machine's names, too.
  const isOwnMachine = (name: string) => isLoopback(listen.host) && isLoopback(name)
  const isHost = (host: string | undefined) => {
    const name = host === undefined ? undefined : hostnameOf(host)
    return name !== undefined && (name === ownName || isOwnMachine(name))
  }
  const isOrigin = (origin: string) => {
    if (listen.mcpOrigins.includes("*") || listen.mcpOrigins.includes(origin)) return true
    const page = originOf(origin)
    return page !== undefined && (page.origin === own.origin || isOwnMachine(hostnameOf(page.host) ?? ""))
  }
  return ({ headers }) => isHost(headers.host) && (headers.origin === undefined || isOrigin(headers.origin))
}
