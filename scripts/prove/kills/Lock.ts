/**
 * A lock on the ledger's table that lets nobody write: whoever tries waits in the middle of his statement, which the
 * database carries out later though he is gone.
 */
import pg from "pg"

/** A lock that is held. */
export interface Lock {
  /** Ends when a statement of this form waits; `false`: none did for a long time. */
  readonly awaited: (pattern: string) => Promise<boolean>
  readonly release: () => Promise<void>
}

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Takes the lock in a database by its URL. */
export const take = async (url: string): Promise<Lock> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("BEGIN")
  await client.query("LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE")
  const isAwaited = async (pattern: string) => {
    // Else the transaction would see the moment of its first look for ever.
    await client.query("SELECT pg_stat_clear_snapshot()")
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [pattern]
    )
    return rows.length > 0
  }
  return {
    awaited: async (pattern) => {
      for (let look = 0; look < 1_000; look += 1) {
        if (await isAwaited(pattern)) return true
        await sleep(3)
      }
      return false
    },
    release: async () => {
      await client.query("ROLLBACK")
      await client.end()
    }
  }
}
