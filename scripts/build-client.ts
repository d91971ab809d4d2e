/**
 * Builds the package `almanac`: the client for other people's programs, the command line and the MCP server.
 *
 *   npm run build:client               into dist/client
 *   npm run build:client -- DIRECTORY
 */
import { resolve } from "node:path"
import { writePackage } from "./client/Package.ts"

const [directory = "dist/client"] = process.argv.slice(2)
await writePackage(resolve(directory))
