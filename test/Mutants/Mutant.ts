/**
 * A planted fault: one rule of the service, broken in one place. `src` knows nothing of it: the sources are changed
 * while a test loads them. Written by hand: a mutation library makes its own mutants of operators and literals, of a SQL
 * statement only its absence, and hundreds of them where a rule is one (Stryker 9.5 on Node 20; 10 wants Node 22).
 */
import { Data, Either } from "effect"

/** A change of one file: the text is there exactly once, or nothing is planted. */
export interface Edit {
  /** From the project's root. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** A test by its full name, as the runner prints it: the groups around it first, with ` > ` between. */
export interface NamedTest {
  readonly file: string
  readonly test: string
}

/** A planted fault and the test that must not let it pass. */
export interface Mutant {
  /** What the broken service does, in a few words: its name. */
  readonly name: string
  /** What it should do. */
  readonly rule: string
  /** Where the rule is from. */
  readonly source: string
  readonly edits: readonly [Edit, ...ReadonlyArray<Edit>]
  readonly killedBy: NamedTest
}

/** A text that is not there, or more than once: the fault would be another than the one that is described. */
export class Misplaced extends Data.TaggedError("Misplaced")<{
  readonly file: string
  readonly find: string
  readonly times: number
}> {
  override get message() {
    return `${this.file} has ${this.times} times: ${this.find}`
  }
}

/** The source of a file with an edit in it. */
export const plant = ({ file, find, replace }: Edit, code: string): Either.Either<string, Misplaced> => {
  const parts = code.split(find)
  return parts.length === 2
    ? Either.right(parts.join(replace))
    : Either.left(new Misplaced({ file, find, times: parts.length - 1 }))
}
