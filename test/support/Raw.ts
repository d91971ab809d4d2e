import { connect } from "node:net"
import { Effect } from "effect"

/** One exchange, from the first byte to the last. */
export const raw = (url: string, head: ReadonlyArray<string>, body = "") =>
  Effect.async<string>((resume) => {
    const { port } = new URL(url)
    const socket = connect(Number(port), "127.0.0.1")
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
    socket.on("close", () => resume(Effect.succeed(text)))
    const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    socket.write([...head, "Host: almanac", "Connection: close", ...length, "", body].join("\r\n"))
  })
