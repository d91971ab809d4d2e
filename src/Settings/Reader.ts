/**
 * How one environment variable is read: absent and blank are the same, and every rule is a sentence for the
 * operator.
 */
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

type Setting<A> = Config.Config<Option.Option<A>>

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

/** A text that is never shown. */
export const secret = (name: string): Setting<Redacted.Redacted> =>
  Config.map(text(name), Option.map(Redacted.make))

/** A text of a form that is never shown. */
export const secretOf = (name: string, pattern: RegExp, rule: string): Setting<Redacted.Redacted> =>
  parsed(name, rule, (value) => (pattern.test(value) ? Option.some(Redacted.make(value)) : Option.none()))

/** A value in a text of its own form. */
export const parsed = <A>(
  name: string,
  rule: string,
  parse: (text: string) => Option.Option<A>
): Setting<A> =>
  Config.mapOrFail(
    text(name),
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

/** An address of the chain. */
export const address = (name: string) =>
  matching(name, /^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 hexadecimal digits")

/** An http or https URL, without the slash at its end. */
export const url = (name: string) =>
  parsed(name, "must be an http or https URL without query and credentials", (value) =>
    Option.liftThrowable((value: string) => new URL(value))(value).pipe(
      Option.filter(
        ({ protocol, search, hash, username, password }) =>
          /^https?:$/.test(protocol) && search + hash + username + password === ""
      ),
      Option.map(() => value.replace(/\/+$/, ""))
    )
  )

/** An http or https URL that is never shown: a key may be in its path or query. */
export const secretUrl = (name: string): Setting<Redacted.Redacted> =>
  parsed(name, "must be an http or https URL without user and password", (value) =>
    Option.liftThrowable((value: string) => new URL(value))(value).pipe(
      Option.filter(
        ({ protocol, username, password }) => /^https?:$/.test(protocol) && username + password === ""
      ),
      Option.map(() => Redacted.make(value))
    )
  )

/** A duration such as `250 millis`, above zero. */
export const duration = (name: string) =>
  parsed(name, 'must be a duration above zero such as "250 millis" or "5 seconds"', (value) =>
    Option.filter(Duration.decodeUnknown(value), (duration) => Duration.greaterThan(duration, Duration.zero))
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

/** Every problem of an error, a line each. */
export const problems = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return [...problems(error.left), ...problems(error.right)]
    default:
      return [`${error.path.join(".")} ${error.message}`]
  }
}
