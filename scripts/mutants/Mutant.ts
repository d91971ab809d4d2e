/**
 * A planted fault: one rule of the service, broken in one place. `src` knows nothing of it: the sources are changed
 * while a test loads them. Written by hand: a mutation library makes its own mutants of operators and literals, of a SQL
 * statement only its absence, and hundreds of them where a rule is one (Stryker 9.5 on Node 20; 10 wants Node 22).
 */

/**
 * A change of one place, which is found by names: neither moving a file nor formatting it is in the way. The code is
 * there exactly once in all declarations of the name, or nothing is planted.
 */
export interface Edit {
  /**
   * What is changed: the name of a function, a constant, a class, a method or a property; or more of its path where that
   * tells more: `make.fulfil`, `Attempt.make`.
   */
  readonly within: string
  /** The code that is replaced, word for word; the space between words is of no account, nor are comments. */
  readonly find: string
  readonly replace: string
}

/** A test by its full name, as the runner prints it: the groups around it first, with ` > ` between. */
export interface NamedTest {
  /** Its short name: see `TestFile.ts`. */
  readonly file: string
  readonly test: string
}

/** A planted fault and the test that must not let it pass. */
export interface Mutant {
  /** What the broken service does, in a few words: its name. */
  readonly name: string
  /** What it should do. */
  readonly rule: string
  /** Where the rule is from: a document, or in backticks what is declared in `src` and tells of it. */
  readonly source: string
  readonly edits: readonly [Edit, ...ReadonlyArray<Edit>]
  readonly killedBy: NamedTest
}
