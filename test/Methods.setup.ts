/**
 * Gives `it` its own methods again before each file: `layer` of @effect/vitest 0.30 leaves its own in their place, and
 * a process takes one file after the other.
 */
import { it, makeMethods } from "@effect/vitest"

makeMethods(it)
