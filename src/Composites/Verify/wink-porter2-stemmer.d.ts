/** The package has no types of its own. Its only export stems a lower-case English word. */
declare module "wink-porter2-stemmer" {
  const stem: (word: string) => string
  export default stem
}
