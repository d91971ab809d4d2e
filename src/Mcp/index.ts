/**
 * The tools of Almanac as a server of the Model Context Protocol, for the buyer's own machine.
 */
import * as Message from "./server/Message.ts"
import * as ToolServer from "./server/ToolServer.ts"
import * as Lines from "./stdio/Lines.ts"
import * as Stdio from "./stdio/Stdio.ts"

export { defaultBudget, type StdioOptions } from "./stdio/Stdio.ts"

/** A server that is not connected yet, as the protocol's library has it: `connect` takes one of its transports. */
export interface McpServer {
  readonly connect: (transport: never) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Makes servers for connections, each for one.
 *
 * @throws TypeError for options that cannot be meant, an unknown tool among them.
 */
export const serverFactory = (options: Stdio.StdioOptions): (() => Promise<McpServer>) => {
  const { served } = Stdio.make(options)
  return async () => {
    const library = await import("@modelcontextprotocol/server")
    return ToolServer.make(library, served)({ era: "legacy" })
  }
}

/**
 * Serves over stdin and stdout, which is the protocol's alone, until the client closes it. `say`: lines for a person, such
 * as the limits that hold because none were set; they belong on stderr.
 *
 * @throws TypeError for options that cannot be meant, an unknown tool among them.
 */
export const serveStdio = async (
  options: Stdio.StdioOptions,
  say: (line: string) => void = () => {}
): Promise<{ readonly close: () => Promise<void> }> => {
  const { said, served } = Stdio.make(options)
  const [library, { serveStdio, StdioServerTransport }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/stdio")
  ])
  for (const line of said) say(line)
  const { stdin, stdout } = process
  const input = Lines.judged(Message.judge(library), (refusal) =>
    stdout.write(`${JSON.stringify(refusal)}\n`)
  )
  const transport = new StdioServerTransport(input, stdout, { maxBufferSize: Lines.mostBytes + 1 })
  const server = serveStdio(ToolServer.make(library, served), { transport })
  // A pipe does not hand these on.
  stdin.on("error", (error) => input.destroy(error)).on("close", () => input.end())
  stdin.pipe(input)
  return {
    close: async () => {
      await server.close()
      stdin.unpipe(input).pause()
    }
  }
}
