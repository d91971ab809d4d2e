/**
 * The reply of the Census Data API: an array of arrays, the header first.
 */
import * as Schema from "effect/Schema"

/** A value: a text as a rule, null where there is none. */
const Cell = Schema.Union(Schema.String, Schema.Number.pipe(Schema.finite()), Schema.Boolean, Schema.Null)

/** A row below the header. */
export const Row = Schema.Array(Cell)

/** `GET /data/{year}/{dataset}`; rows are judged one by one. */
export const TableReply = Schema.Tuple([Schema.NonEmptyArray(Schema.String)], Schema.Unknown)
export type TableReply = typeof TableReply.Type
