/**
 * What a page keeps in its browser: texts by their places, the same in all tabs.
 */

/** Where texts are kept: one for each place. */
export interface Store {
  /**
   * Changes a text in one transaction: no change of another tab comes between reading and writing. `change` gets what is
   * kept, and gives what is to be kept (`undefined`: what there is) and a result.
   */
  readonly change: <A>(
    place: string,
    change: (kept: string | undefined) => readonly [next: string | undefined, result: A]
  ) => Promise<A>
  readonly places: () => Promise<ReadonlyArray<string>>
}
