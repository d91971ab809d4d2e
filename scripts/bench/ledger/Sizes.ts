/**
 * How large the tables of a ledger are.
 */
import { Effect, Schema } from "effect"
import * as Database from "../servers/Database.ts"

const Bytes = Schema.NumberFromString

const Size = Schema.Struct({ name: Schema.String, rows: Bytes, heap: Bytes, toast: Bytes, indexes: Bytes })

/** A table, or one index (whose `heap` is its own size). Bytes. */
export type Size = typeof Size.Type

const decode = Schema.decodeUnknown(Schema.Array(Size))

const statement = `
  SELECT relname AS name, reltuples::bigint::text AS rows, pg_relation_size(oid)::text AS heap,
    COALESCE(pg_total_relation_size(NULLIF(reltoastrelid, 0)), 0)::text AS toast, pg_indexes_size(oid)::text AS indexes
  FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples > 0
    AND pg_total_relation_size(oid) > 65536
  ORDER BY relkind DESC, pg_total_relation_size(oid) DESC`

/** The tables, then the indexes, the largest first. */
export const sizes = (url: string) =>
  Effect.flatMap(Database.query(url, statement), (rows) => Effect.orDie(decode(rows)))
