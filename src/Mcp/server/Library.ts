/**
 * The protocol's library, as much of it as the service uses: its bundle has nothing else of it.
 */

/** What is used, by its names. */
export const libraryNames = [
  "createMcpHandler",
  "isLegacyRequest",
  "Server",
  "specTypeSchemas",
  "WebStandardStreamableHTTPServerTransport"
] as const

/** The loaded library. */
export type Library = Pick<typeof import("@modelcontextprotocol/server"), (typeof libraryNames)[number]>
