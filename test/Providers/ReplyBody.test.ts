import { HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readText } from "../../src/Providers/client/ReplyBody.ts"

const request = HttpClientRequest.get("https://provider.example/")

const read = (headers: Record<string, string>, body: string | null) =>
  Effect.match(
    readText("nager-date", HttpClientResponse.fromWeb(request, new Response(body, { status: 200, headers }))),
    { onFailure: ({ _tag, reason }) => `${_tag}: ${reason}`, onSuccess: (text) => ({ text }) }
  )

/** A client may hand over an empty body where a connection broke before the first byte of one. */
describe("readText", () => {
  it.effect.each<readonly [string, Record<string, string>, string | null, unknown]>([
    ["no body, and none announced", {}, null, { text: "" }],
    ["no body, and a length of 0", { "content-length": "0" }, null, { text: "" }],
    [
      "nothing came of a body that was announced",
      { "content-length": "13" },
      null,
      "ProviderUnavailable: connection lost"
    ],
    [
      "a part came of a body that was announced",
      { "content-length": "13" },
      '{"answer"',
      "ProviderUnavailable: connection lost"
    ],
    // What was announced is the length of the packed body.
    [
      "less than was announced, unpacked",
      { "content-length": "13", "content-encoding": "gzip" },
      "[]",
      { text: "[]" }
    ]
  ])("%s", ([, headers, body, expected]) =>
    Effect.map(read(headers, body), (outcome) => expect(outcome).toEqual(expected))
  )
})
