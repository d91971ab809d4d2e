/**
 * A pure computation in steps: it can be run at once, or with other work between its steps (`Turns.ts`).
 */

/** Yields after each step, and returns the result. */
export type Steps<A> = Generator<undefined, A, undefined>

/** Runs all steps at once. */
export const runSteps = <A>(steps: Steps<A>): A => {
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
  }
}

/** A computation of one step. */
export const oneStep = <A>(make: () => A): Steps<A> =>
  (function* () {
    return make()
  })()
