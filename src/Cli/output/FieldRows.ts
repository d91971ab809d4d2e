/**
 * The fields of a request, for people.
 */
import { aboutOf, type Field, ruleOf } from "../input/Fields.ts"

/** The flags of a capability's fields with their rules. */
export const fieldRows = (fields: Iterable<Field>): ReadonlyArray<readonly [string, string]> =>
  [...fields].map((field) => [
    `--${field.flag}`,
    `${[ruleOf(field), ...(field.isRequired ? [] : ["optional"])].join(", ")}: ${aboutOf(field)}`
  ])
