import { createServer } from "node:net"
import { Effect } from "effect"

/** A port of 127.0.0.1 on which nobody listened a moment ago. */
export const freePort = Effect.async<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() =>
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
    )
  })
})
