/**
 * Runs of one prepared statement as one message to the server: it takes them for one transaction, commits once, and
 * answers once. To the driver it is a query of its own making, as its cursors are.
 */
import { Predicate } from "effect"
import * as Pg from "pg"
import type { Result, Value } from "./Prepared.ts"

/** What a run has given back so far. */
interface Growing extends Result {
  readonly rows: Array<Readonly<Record<string, unknown>>>
  count: number
}

type Column = readonly [name: string, read: (text: string) => unknown]

/** The parts that are read of what the server says (`pg-protocol`). */
interface RowDescription {
  readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>
}
interface DataRow {
  readonly fields: ReadonlyArray<string | null>
}
interface CommandComplete {
  readonly text: string
}

const bytesOf = (value: Value): Buffer | string | null =>
  value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value

/** Whether a connection has been told the statement of a name: the driver keeps their texts, and says so in no type. */
const knows = (connection: Pg.Connection, name: string): boolean =>
  Predicate.hasProperty(connection, "parsedStatements") &&
  Predicate.hasProperty(connection.parsedStatements, name)

/** The runs of a statement under a name, each with its values. Of several none has happened when one fails. */
export class Batch implements Pg.Submittable {
  readonly name: string
  readonly text: string
  readonly runs: ReadonlyArray<ReadonlyArray<Value>>
  /** Of the runs that have ended, in order. */
  readonly results: Array<Result> = []
  /** Set by the driver. */
  callback: ((error: Error | null) => void) | undefined
  #columns: ReadonlyArray<Column> = []
  #present: Growing = { rows: [], count: 0 }

  constructor(name: string, text: string, runs: ReadonlyArray<ReadonlyArray<Value>>) {
    this.name = name
    this.text = text
    this.runs = runs
  }

  readonly submit = (connection: Pg.Connection) => {
    const { stream } = connection
    stream.cork()
    try {
      if (!knows(connection, this.name))
        connection.parse({ name: this.name, text: this.text, types: [] }, true)
      for (const [index, values] of this.runs.entries()) {
        connection.bind({ statement: this.name, values: values.map(bytesOf) }, true)
        // All have the same columns.
        if (index === 0) connection.describe({ type: "P" }, true)
        connection.execute(null, true)
      }
      connection.sync()
    } finally {
      stream.uncork()
    }
  }

  handleRowDescription({ fields }: RowDescription) {
    this.#columns = fields.map(({ dataTypeID, name }) => [name, Pg.types.getTypeParser(dataTypeID)])
  }

  handleDataRow({ fields }: DataRow) {
    this.#present.rows.push(
      Object.fromEntries(
        this.#columns.map(([name, read], index) => {
          const text = fields[index] ?? null
          return [name, text === null ? null : read(text)]
        })
      )
    )
  }

  handleCommandComplete({ text }: CommandComplete) {
    this.#present.count = Number(/\d+$/.exec(text)?.[0] ?? 0)
    this.results.push(this.#present)
    this.#present = { rows: [], count: 0 }
  }

  handleError(error: Error) {
    this.callback?.(error)
  }

  handleReadyForQuery() {
    this.callback?.(null)
  }
}
