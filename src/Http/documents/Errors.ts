/**
 * Where errors lead.
 */
import type { Code } from "../../Api/ErrorCodes.ts"
import { paths } from "./Paths.ts"

/** The header of an error that leads to its place on the page of errors (RFC 8288). */
export const link = (code: Code): string => `<${paths.errors}#${code}>; rel="help"`
