/**
 * The port to a registry of DOIs, the fallback for the index of literature.
 */
import * as Context from "effect/Context"
import type { ScholarlyWorks } from "./ScholarlyIndex.ts"

/** Scholarly works by words and by DOI: the fallback. */
export class ScholarlyRegistry extends Context.Tag("almanac/ScholarlyRegistry")<
  ScholarlyRegistry,
  ScholarlyWorks
>() {}
