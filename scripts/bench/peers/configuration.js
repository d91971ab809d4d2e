/**
 * What the bench tells a peer: where to listen, whom to ask, and the challenges that Almanac makes of the same
 * capabilities. The first argument is the file.
 */
import { readFileSync } from "node:fs"

export const { port, facilitator, provider, databaseUrl, databaseSchema, pooled, durable, challenges } =
  JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))

/** The capability that a peer really serves; the other fifteen only ask for payment. */
export const served = "/v1/fx/rates"

/** The body of `GET /health`. */
export const health = () => ({
  status: "ok",
  version: "0.1.0",
  uptime: process.uptime(),
  timestamp: new Date().toISOString()
})
