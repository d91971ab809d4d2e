/**
 * What a command sees and touches of the outside. The program has the process's; a test has its own.
 */

/** The styles that are used. Where there is no colour they are none. */
export type Style = "bold" | "dim" | "red" | "yellow"

/** A stream of text. */
export interface Output {
  /** Fails where the text cannot be written; a reader that has enough is no failure. */
  readonly write: (text: string) => Promise<void>
  readonly isTerminal: boolean
  /** Whether a line may be written over: a terminal that is not `dumb`. */
  readonly isRewritable: boolean
  /** Columns of the terminal. */
  readonly width: number | undefined
  readonly style: (style: Style, text: string) => string
}

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** For answers alone. */
  readonly out: Output
  /** For everything else. */
  readonly err: Output
  /** All of the standard input. */
  readonly readInput: () => Promise<string>
  /** Ends when nothing more will come from the standard input. */
  readonly inputEnded: () => Promise<void>
  /** Asks a person; `undefined` where there is none. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined
  /** Aborted when somebody presses Ctrl-C, or ends the process. */
  readonly interrupted: AbortSignal
}
