/**
 * How one environment variable is read: absent and blank are the same, and every rule is a sentence for the
 * operator. A rule between variables reads those that it is about once more, so that it is told together with all others:
 * `problems` tells each only once.
 */
import { readFileSync } from "node:fs"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { checksummed, isAddress } from "./Address.ts"

/** A variable that may be absent. */
export type Setting<A> = Config.Config<Option.Option<A>>

/** Text without the blanks around it. */
export const text = (name: string): Setting<string> =>
  Config.option(Config.string(name)).pipe(
    Config.map((value) =>
      Option.filter(
        Option.map(value, (text) => text.trim()),
        (text) => text !== ""
      )
    )
  )

/** The variable that names a file with the value of another one. */
export const fileOf = (name: string): string => `${name}_FILE`

/** Whether a variable, or the one that names its file, is set. */
export const isSet = (name: string): Config.Config<boolean> =>
  Config.map(Config.all([text(name), text(fileOf(name))]), ([direct, file]) =>
    Option.isSome(Option.orElse(direct, () => file))
  )

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "unreadable"

/** The text of a file, without the blanks around it. */
const contentOf = (name: string, path: string): Either.Either<string, ConfigError.ConfigError> =>
  Either.try({
    try: () => readFileSync(path, "utf8").trim(),
    catch: (error) => ConfigError.InvalidData([name], `names a file that cannot be read (${codeOf(error)})`)
  }).pipe(
    Either.filterOrLeft(
      (content) => content !== "",
      () => ConfigError.InvalidData([name], "names a file with nothing in it")
    )
  )

/** Text that is in the variable, or in the file that `<name>_FILE` names. */
const secretText = (name: string): Setting<string> =>
  Config.all({ direct: text(name), file: text(fileOf(name)) }).pipe(
    Config.mapOrFail(({ direct, file }) => {
      if (Option.isNone(file)) return Either.right(direct)
      return Option.isSome(direct)
        ? Either.left(ConfigError.InvalidData([fileOf(name)], `may not be set together with ${name}`))
        : Either.map(contentOf(fileOf(name), file.value), Option.some)
    })
  )

const parsedFrom = <A>(
  from: Setting<string>,
  name: string,
  rule: string,
  parse: (text: string) => Option.Option<A>
): Setting<A> =>
  Config.mapOrFail(
    from,
    Option.match({
      onNone: () => Either.right(Option.none()),
      onSome: (value) => {
        const result = parse(value)
        return Option.isNone(result)
          ? Either.left(ConfigError.InvalidData([name], rule))
          : Either.right(result)
      }
    })
  )

/** A value in a text of its own form. */
export const parsed = <A>(
  name: string,
  rule: string,
  parse: (text: string) => Option.Option<A>
): Setting<A> => parsedFrom(text(name), name, rule, parse)

/** A text that is never shown. */
export const secret = (name: string): Setting<Redacted.Redacted> =>
  Config.map(secretText(name), Option.map(Redacted.make))

/** A token or key that is never shown. It goes into a header or a query: one with anything else in it fails every request. */
export const key = (name: string): Setting<Redacted.Redacted> =>
  secretOf(name, "must be one line of printable ASCII characters", (text) => /^[\x20-\x7e]+$/.test(text))

/** A text of a form that is never shown. */
export const secretOf = (
  name: string,
  rule: string,
  isValid: (text: string) => boolean
): Setting<Redacted.Redacted> =>
  parsedFrom(secretText(name), name, rule, (value) =>
    isValid(value) ? Option.some(Redacted.make(value)) : Option.none()
  )

/** Text of a form. */
export const matching = (name: string, pattern: RegExp, rule: string) =>
  parsed(
    name,
    rule,
    Option.liftPredicate((value) => pattern.test(value))
  )

/** One of a few words. */
export const oneOf = <const Word extends string>(name: string, words: ReadonlyArray<Word>) =>
  parsed(name, `must be one of ${words.join(", ")}`, (value) =>
    Option.fromNullable(words.find((word) => word === value.toLowerCase()))
  )

/** A whole number from `min` to `max`. */
export const integer = (name: string, min: number, max: number) =>
  parsed(name, `must be a whole number from ${min} to ${max}`, (value) =>
    Option.some(value).pipe(
      Option.filter((value) => /^\d{1,15}$/.test(value)),
      Option.map(Number),
      Option.filter((value) => value >= min && value <= max)
    )
  )

const hasChecksum = (address: string) =>
  address === checksummed(address) || !(/[a-f]/.test(address.slice(2)) && /[A-F]/.test(address))

/** An address of the chain. One in mixed case has a checksum (EIP-55), which must be right. */
export const address = (name: string): Setting<string> =>
  Config.mapOrFail(text(name), (value): Either.Either<Option.Option<string>, ConfigError.ConfigError> => {
    if (!Option.isSome(value)) return Either.right(value)
    const refused = (rule: string) => Either.left(ConfigError.InvalidData([name], rule))
    if (!isAddress(value.value)) return refused("must be an address: 0x and 40 hexadecimal digits")
    return hasChecksum(value.value)
      ? Either.right(value)
      : refused("has a wrong checksum (EIP-55): a digit or its case is mistyped")
  })

const asUrl = Option.liftThrowable((value: string) => new URL(value))

/**
 * An http or https URL, without the slash at its end. It is kept as it is written, and paths are put behind it: so what
 * a parser of URLs mends or leaves out (`https:example.org`, a `?` with nothing behind it) is refused.
 */
export const url = (name: string) =>
  parsed(name, "must be an http or https URL without query and credentials", (value) =>
    asUrl(value).pipe(
      Option.filter(
        ({ username, password }) =>
          /^https?:\/\/[^/\s\\?#][^\s\\?#]*$/i.test(value) && username + password === ""
      ),
      Option.map(() => value.replace(/\/+$/, ""))
    )
  )

/** An http or https URL that is never shown: a key may be in its path or query. */
export const secretUrl = (name: string) =>
  secretOf(name, "must be an http or https URL without user and password", (value) =>
    Option.exists(
      asUrl(value),
      ({ protocol, username, password }) => /^https?:$/.test(protocol) && username + password === ""
    )
  )

/** A duration such as `250 millis`, above zero unless zero has a meaning, and at most `most`. */
export const duration = (
  name: string,
  { most, zero = false }: { readonly most: `${number} ${"seconds" | "minutes"}`; readonly zero?: boolean }
) =>
  parsed(
    name,
    zero
      ? `must be a duration of at most ${most} such as "250 millis" or "0 millis"`
      : `must be a duration above zero and at most ${most} such as "250 millis" or "5 seconds"`,
    (value) =>
      Option.filter(
        Duration.decodeUnknown(value),
        (duration) =>
          Duration.lessThanOrEqualTo(duration, most) &&
          (Duration.toMillis(duration) >= 1 || (zero && Duration.toMillis(duration) === 0))
      )
  )

/** What holds when nothing is said. */
export const withDefault = <A>(setting: Setting<A>, value: A): Config.Config<A> =>
  Config.map(
    setting,
    Option.getOrElse(() => value)
  )

/** A value without which nothing works. */
export const required = <A>(name: string, setting: Setting<A>, rule: string): Config.Config<A> =>
  Config.mapOrFail(
    setting,
    Either.fromOption(() => ConfigError.MissingData([name], rule))
  )

/** A rule between variables, which is about the first: `broken` says what is wrong, if anything is. */
export const rule = <A>(
  name: string,
  variables: Config.Config<A>,
  broken: (values: A) => string | undefined
): Config.Config<void> =>
  Config.mapOrFail(variables, (values) => {
    const words = broken(values)
    return words === undefined ? Either.void : Either.left(ConfigError.InvalidData([name], words))
  })

/** Values and the rules between their variables: all problems are told together. */
export const held = <A>(
  values: Config.Config<A>,
  rules: ReadonlyArray<Config.Config<void>>
): Config.Config<A> => Config.map(Config.all([values, Config.all(rules)]), ([values]) => values)

type Problem = Exclude<ConfigError.ConfigError, ConfigError.And | ConfigError.Or>

const each = (error: ConfigError.ConfigError): ReadonlyArray<Problem> =>
  error._op === "And" || error._op === "Or" ? [...each(error.left), ...each(error.right)] : [error]

const unique = (error: ConfigError.ConfigError, text: (problem: Problem) => string) => [
  ...new Set(each(error).map(text))
]

/** Every problem of an error, a line each. */
export const problems = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  unique(error, ({ message, path }) => `${path.join(".")} ${message}`)

/** The names of the variables that an error is about. */
export const wrongNames = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  unique(error, ({ path }) => path.join("."))
