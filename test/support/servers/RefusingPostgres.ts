/**
 * A PostgreSQL that asks for a password in clear text, and then refuses every connection for a reason.
 */
import { createServer } from "node:net"
import { Effect } from "effect"

const refusal = (sqlState: string) => {
  const fields = `SFATAL\0VFATAL\0C${sqlState}\0Mfailed for user "almanac" at db-7.internal\0\0`
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)])
}

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Its port, and the passwords that it was told; ends with the scope. It has no TLS. */
export const make = (sqlState: string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly passwords: Array<string>; readonly close: () => void }>(
      (resume) => {
        const passwords: Array<string> = []
        const server = createServer((socket) => {
          socket.on("error", () => {})
          socket.once("data", (first) => {
            if (first.equals(sslRequest)) return socket.end("N")
            socket.write(Buffer.from("R\0\0\0\x08\0\0\0\x03", "latin1"))
            return socket.once("data", (bytes) => {
              passwords.push(bytes.toString("latin1", 5, bytes.length - 1))
              socket.end(refusal(sqlState))
            })
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(Effect.succeed({ port, passwords, close: () => void server.close() }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )
