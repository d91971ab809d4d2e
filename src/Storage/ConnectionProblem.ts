/**
 * Why there is no connection to a server, in words for the operator. The words are ours alone: a message of the server
 * or of the driver can hold names, addresses and values.
 */
import * as Predicate from "effect/Predicate"

/** By the code of Node's error, or of undici's. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at its host and port",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "there is no way to its host",
  ENETUNREACH: "there is no way to its network",
  ENOTFOUND: "its host name has no address",
  EAI_AGAIN: "its host name cannot be looked up now",
  ETIMEDOUT: "its host does not answer",
  UND_ERR_CONNECT_TIMEOUT: "its host does not answer",
  UND_ERR_SOCKET: "the connection was cut",
  EMFILE: "this process has no file descriptor left",
  ERR_TLS_CERT_ALTNAME_INVALID: "its TLS certificate is for another host name",
  CERT_HAS_EXPIRED: "its TLS certificate has expired"
}

const untrusted = "its TLS certificate is signed by nobody that this process trusts"

/** Codes of OpenSSL for a chain of certificates that does not lead to a known root. */
const isUntrusted = (code: string) => /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code)

/** The code of an error of Node. */
const codeOf = (cause: unknown): string | undefined =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined

/** Words by what an error's message says: a server's own, which come before those of its code. */
export type ByMessage = ReadonlyArray<readonly [pattern: RegExp, words: string]>

/** The words for an error, by the first pattern that its message has, or by its code. */
export const connectionProblem =
  (byMessage: ByMessage) =>
  (cause: unknown): string => {
    const code = codeOf(cause)
    const message = cause instanceof Error ? cause.message : ""
    const known =
      code === undefined ? undefined : (byCode[code] ?? (isUntrusted(code) ? untrusted : undefined))
    return (
      byMessage.find(([pattern]) => pattern.test(message))?.[1] ??
      known ??
      (code === undefined ? "the connection failed" : `the connection failed (${code})`)
    )
  }
