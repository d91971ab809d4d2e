/**
 * Scripts that complete commands, capabilities, options and fields, for three shells. They are static: to complete asks nobody.
 */
import { commands, everywhere } from "./Commands.ts"
import type { Options } from "./input/Arguments.ts"
import { type Field, flagsOf, formsOf } from "./input/Fields.ts"

/** What can be completed of a capability. */
interface Capability {
  readonly id: string
  readonly name: string
  readonly inputSchema: { readonly [keyword: string]: unknown }
}

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

const flagsIn = (options: Options) => Object.keys({ ...options, ...everywhere }).map((name) => `--${name}`)

const fieldsOf = ({ inputSchema }: Capability): ReadonlyArray<Field> => [
  ...flagsOf(formsOf(inputSchema)).values()
]

const named = commands.filter(({ capability }) => capability !== undefined).map(({ name }) => name)
const called = commands.filter(({ capability }) => capability === "with fields").map(({ name }) => name)

/** Options whose value is a file. */
const files = ["--output", "-o", "--wallet"]

/** The words that may stand behind a flag: those of fields and those of options. */
const choicesOf = (capabilities: ReadonlyArray<Capability>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const choices = new Map<string, ReadonlyArray<string>>()
  for (const { flag, values } of capabilities.flatMap(fieldsOf)) {
    if (values.length > 0)
      choices.set(`--${flag}`, [...new Set([...(choices.get(`--${flag}`) ?? []), ...values])])
  }
  return choices
}

/** Words that follow a command, besides capabilities. */
const wordsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  completions: shells,
  help: commands.map(({ name }) => name)
}

/** Arms of a `case`: what the words are for each value. */
const arms = (
  rows: ReadonlyArray<readonly [pattern: string, words: ReadonlyArray<string>]>,
  indent: string
) => rows.map(([pattern, words]) => `${indent}${pattern}) words="${words.join(" ")}" ;;`).join("\n")

const bash = (capabilities: ReadonlyArray<Capability>): string => `# almanac completions bash
_almanac() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words="" word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), "help", "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "$before" in
    ${files.join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
${arms([...choicesOf(capabilities)], "    ")}
  esac
  if [ -z "$words" ]; then
    case "$command" in
${arms(
  commands.map(({ name, options }) => [name, flagsIn(options)]),
  "      "
)}
    esac
    case "$command" in
      ${named.join("|")}) words="$words ${capabilities.map(({ id }) => id).join(" ")}" ;;
      completions) words="$words ${shells.join(" ")}" ;;
      help) words="${wordsOf["help"]?.join(" ")}" ;;
      explain) COMPREPLY=($(compgen -f -- "$current")) ;;
    esac
    case "$command" in
      ${called.join("|")})
        for word in "\${COMP_WORDS[@]:2}"; do
          case "$word" in
${capabilities
  .map(
    (one) =>
      `            ${one.id}) words="$words ${fieldsOf(one)
        .map(({ flag }) => `--${flag}`)
        .join(" ")}"; break ;;`
  )
  .join("\n")}
          esac
        done ;;
    esac
  fi
  COMPREPLY+=($(compgen -W "$words" -- "$current"))
}
complete -F _almanac almanac
`

/** A text within single quotes of zsh and fish. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A name and what it is, as zsh's `_describe` takes it. */
const pair = (name: string, about: string) =>
  quoted(`${name.replaceAll(":", "\\:")}:${about.replaceAll("\n", " ")}`)

const zsh = (capabilities: ReadonlyArray<Capability>): string => `#compdef almanac
# almanac completions zsh
_almanac() {
  local command="\${words[2]}" before="\${words[CURRENT-1]}" word
  local -a commands capabilities options fields
  commands=(${commands.map(({ about, name }) => pair(name, about)).join(" ")} ${pair("help", "how a command is used")})
  capabilities=(${capabilities.map(({ id, name }) => pair(id, name)).join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$before" in
    ${files.join("|")}) _files; return ;;
${[...choicesOf(capabilities)].map(([flag, values]) => `    ${flag}) compadd -- ${values.join(" ")}; return ;;`).join("\n")}
  esac
  case "$command" in
${commands.map(({ name, options }) => `    ${name}) options=(${flagsIn(options).join(" ")}) ;;`).join("\n")}
  esac
  case "$command" in
    ${called.join("|")})
      for word in "\${words[@]}"; do
        case "$word" in
${capabilities
  .map(
    (one) =>
      `          ${one.id}) fields=(${fieldsOf(one)
        .map(({ flag }) => `--${flag}`)
        .join(" ")}); break ;;`
  )
  .join("\n")}
        esac
      done ;;
  esac
  case "$command" in
    ${named.join("|")}) (( $#fields )) || _describe capability capabilities ;;
    completions) compadd -- ${shells.join(" ")} ;;
    help) _describe command commands ;;
    explain) _files ;;
  esac
  compadd -- $fields $options
}
if [ "$funcstack[1]" = _almanac ]; then _almanac "$@"; else compdef _almanac almanac; fi
`

const fish = (capabilities: ReadonlyArray<Capability>): string => {
  const complete = (condition: string, rest: string) => `complete -c almanac -n ${quoted(condition)} ${rest}`
  const seen = (name: string) => `__fish_seen_subcommand_from ${name}`
  const option = (
    condition: string,
    name: string,
    about: string,
    short: string | undefined,
    takes: boolean
  ) =>
    complete(
      condition,
      `${short === undefined ? "" : `-s ${short} `}-l ${name} ${takes ? "-r " : ""}-d ${quoted(about)}`
    )
  return `${[
    "# almanac completions fish",
    "complete -c almanac -f",
    ...commands.map(({ about, name }) => complete("__fish_use_subcommand", `-a ${name} -d ${quoted(about)}`)),
    ...capabilities.map(({ id, name }) => complete(seen(named.join(" ")), `-a ${id} -d ${quoted(name)}`)),
    complete(seen("completions"), `-a ${quoted(shells.join(" "))}`),
    complete(seen("explain"), "-F"),
    ...commands.flatMap(({ name: command, options }) =>
      Object.entries<Options[string]>({ ...options, ...everywhere }).map(([name, { about, short, value }]) =>
        option(seen(command), name, about, short, value !== undefined)
      )
    ),
    ...capabilities.flatMap((one) =>
      fieldsOf(one).map(({ flag, values }) =>
        complete(
          `${seen(called.join(" "))}; and ${seen(one.id)}`,
          `-l ${flag} -r${values.length > 0 ? ` -a ${quoted(values.join(" "))}` : ""}`
        )
      )
    )
  ].join("\n")}\n`
}

/** The script for a shell. */
export const completions = (shell: Shell, capabilities: ReadonlyArray<Capability>): string =>
  ({ bash, zsh, fish })[shell](capabilities)
