/**
 * Makes a value when it is first asked for. It keeps the start short where most processes need the value late or
 * never.
 */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
