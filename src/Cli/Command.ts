/**
 * What a command is: its facts, for help and completions, and what it does.
 */
import type { Arguments, Options } from "./input/Arguments.ts"
import type { Terminal } from "./Terminal.ts"
import type { Bought } from "./Usage.ts"

/** What a command has to say at its end. */
export interface Report {
  /** For `--json`: one document; `undefined` where the output is a protocol's. */
  readonly document: unknown
  /** For people, or a file. */
  readonly text: string
  /** For people, beside it. */
  readonly notes?: ReadonlyArray<string>
  /** The purchase that was charged for it, or may have been. */
  readonly bought?: Bought | undefined
  /** The exit code; 0 where it is left out. */
  readonly exit?: number
}

/** What a command is run with. */
export interface Invocation {
  readonly args: Arguments
  readonly terminal: Terminal
  /** How this program is called here, for commands that a person can copy. */
  readonly program: string
  /** All that there are. */
  readonly commands: ReadonlyArray<Command>
}

export type Run = (invocation: Invocation) => Promise<Report>

export interface Command {
  readonly name: string
  /** What stands behind the name. */
  readonly usage: string
  readonly about: string
  readonly options: Options
  /** The first word is a capability; its fields are flags where it is called. */
  readonly capability?: "named" | "with fields"
  /** It may move money. */
  readonly pays?: boolean
  readonly load: () => Promise<{ readonly run: Run }>
}
