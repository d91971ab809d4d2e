import { HttpClientError, HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { transportError } from "../../src/Providers/client/TransportError.ts"

const failure = (cause: unknown) =>
  new HttpClientError.RequestError({
    request: HttpClientRequest.get("https://provider.example/?api_key=s3cret"),
    reason: "Transport",
    cause
  })

describe("transportError", () => {
  it.each([
    ["ECONNREFUSED", "ProviderUnavailable: connection refused"],
    ["ECONNRESET", "ProviderUnavailable: connection lost"],
    ["UND_ERR_SOCKET", "ProviderUnavailable: connection lost"],
    ["ENOTFOUND", "ProviderUnavailable: host not found"],
    ["EAI_AGAIN", "ProviderUnavailable: host not found"],
    ["EHOSTUNREACH", "ProviderUnavailable: connection failed"],
    ["ETIMEDOUT", "ProviderTimeout: connection timed out"],
    ["UND_ERR_CONNECT_TIMEOUT", "ProviderTimeout: connection timed out"],
    ["UND_ERR_HEADERS_TIMEOUT", "ProviderTimeout: connection timed out"],
    ["UND_ERR_BODY_TIMEOUT", "ProviderTimeout: connection timed out"],
    ["CERT_HAS_EXPIRED", "ProviderUnavailable: TLS failure"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "ProviderUnavailable: TLS failure"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ProviderUnavailable: TLS failure"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "ProviderUnavailable: TLS failure"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "ProviderUnavailable: TLS failure"],
    ["EPROTO", "ProviderUnavailable: TLS failure"],
    ["HPE_INVALID_CONSTANT", "ProviderBadResponse: malformed HTTP"],
    ["UND_ERR_HEADERS_OVERFLOW", "ProviderBadResponse: malformed HTTP"]
  ])("%s", (code, expected) => {
    const error = transportError("frankfurter", failure(Object.assign(new Error("api_key=s3cret"), { code })))
    expect(`${error._tag}: ${error.reason}`).toBe(expected)
    expect(JSON.stringify(error) + String(error)).not.toContain("s3cret")
  })

  it.each([undefined, null, "text", 7, {}, new Error("no code")])("a cause without a code: %s", (cause) => {
    expect(transportError("frankfurter", failure(cause)).reason).toBe("connection failed")
  })
})
