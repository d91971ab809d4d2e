/**
 * An HTTP relay in front of a neighbour, which a test looks into and takes calls out of.
 */
import type { IncomingMessage } from "node:http"
import { answering } from "../Sockets.ts"

/** What becomes of a call: a status answers it, `undefined` passes it on, a promise holds it until then. */
export type Judge = (request: IncomingMessage) => number | undefined | Promise<number | undefined>

/** Its URL; ends with the scope. Headers of the caller are not passed on. */
export const before = (target: string, judge: Judge) =>
  answering(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const status = await judge(request)
    if (status !== undefined) return response.writeHead(status).end()
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? "GET",
      headers: { "content-type": "application/json" },
      ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {})
    })
    response.writeHead(answer.status, { "content-type": "application/json" })
    response.end(await answer.text())
  })
