import { expect, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { describe } from "vitest"
import { freshRates, knownRates, sale } from "../../scripts/bench/load/Call.ts"
import { decode, encode } from "../../scripts/bench/load/Line.ts"
import { purse } from "../../scripts/bench/load/Payments.ts"
import { FxRatesRequest } from "../../src/Capabilities/FxRates/contract.ts"
import { decodeHeader } from "../../src/Resources/X402.ts"
import { requirements } from "../support/SignedPayment.ts"

const isRequest = Schema.is(FxRatesRequest)

it("every fresh question is a valid one, and another one", () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index * 37)
  const questions = numbers.map((number) => JSON.stringify(freshRates(number)))
  expect(new Set(questions).size).toBe(numbers.length)
  for (const number of [0, 1, 8_999, 9_000, 9_000 * 26, 9_000 * 26 ** 2 + 1]) {
    expect(Either.isRight(Schema.decodeUnknownEither(FxRatesRequest)(freshRates(number))), `${number}`).toBe(
      true
    )
  }
  expect(isRequest(Schema.decodeUnknownSync(FxRatesRequest)(knownRates))).toBe(true)
})

it("payments have nonces of their own, and many payers", () => {
  const Paid = Schema.Struct({
    payload: Schema.Struct({
      authorization: Schema.Struct({ from: Schema.String, nonce: Schema.String })
    })
  })
  const payments = purse(requirements)
  const authorizations = Array.from({ length: 60 }, (_, index) => payments.at(index)).map(
    (header) => Schema.decodeUnknownSync(Paid)(Either.getOrThrow(decodeHeader(header))).payload.authorization
  )
  expect(new Set(authorizations.map(({ nonce }) => nonce)).size).toBe(60)
  expect(new Set(authorizations.map(({ from }) => from)).size).toBe(60)
  expect(payments.at(7)).toBe(payments.at(7))
})

describe("a connection by hand", () => {
  it("writes a request with its length in bytes", () => {
    expect(encode(sale("/v1/x", { q: "é" }))).toBe(
      'POST /v1/x HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"q":"é"}'
    )
  })

  const answer = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 5\r\n\r\n{"é"}'.slice(
    0,
    -1
  )
  const whole = Buffer.from(answer)
  it("reads an answer once it is whole", () => {
    for (let length = 0; length < whole.length; length++) {
      expect(decode(whole.subarray(0, length)), `${length} bytes`).toBeUndefined()
    }
    expect(decode(whole)).toEqual({ status: 503, retryAfter: "2", body: '{"é"' })
  })
})
