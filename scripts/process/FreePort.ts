import { createServer } from "node:net"
import { Effect } from "effect"

/**
 * Ports that the system gives to nobody by itself: Linux gives those from 32768 on to any connection, macOS and Windows
 * those from 49152 on. One of those could be taken before whoever asks for a free port listens at it. Browsers and `fetch`
 * refuse 10080.
 */
const first = 11_000
const last = 32_767

/** Fails where somebody listens at the port. */
const tried = (port: number) =>
  Effect.async<number, Error>((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(port))))
  })

/** A port of 127.0.0.1 on which nobody listened a moment ago. */
export const freePort: Effect.Effect<number> = Effect.sync(
  () => first + Math.floor(Math.random() * (last - first + 1))
).pipe(Effect.flatMap(tried), Effect.retry({ times: 100 }), Effect.orDie)
