/**
 * Commands that a person can copy.
 */
import type { Arguments } from "./input/Arguments.ts"
import { shellWord } from "./input/Flags.ts"
import { walletOptions } from "./settings/Options.ts"

/** The command that finishes a purchase: of the same service, with the same wallet. */
export const resumeCommand = (program: string, key: string, args: Arguments): string =>
  [
    program,
    "resume",
    shellWord(key),
    ...Object.keys(walletOptions).flatMap((name) => {
      const value = args.get(name)
      return value === undefined ? [] : [`--${name}`, shellWord(value)]
    })
  ].join(" ")

/** How this program is called: in a clone by npm. */
export const programName = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["npm_lifecycle_event"] === "almanac" ? "npm run almanac --" : "almanac"
