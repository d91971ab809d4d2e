/**
 * Completion for bash.
 */
import { type Facts, files, longNames, shells } from "./Facts.ts"

/** Arms of a `case`: what the words are for each value. */
const arms = (
  rows: ReadonlyArray<readonly [pattern: string, words: ReadonlyArray<string>]>,
  indent: string
) => rows.map(([pattern, words]) => `${indent}${pattern}) words="${words.join(" ")}" ;;`).join("\n")

export const bash = ({
  called,
  capabilities,
  choices,
  commands,
  named
}: Facts): string => `# almanac completions bash
_almanac() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words="" word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), "help", "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "$before" in
    ${files.join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
${arms([...choices], "    ")}
  esac
  if [ -z "$words" ]; then
    case "$command" in
${arms(
  commands.map(({ name, options }) => [name, longNames(options)]),
  "      "
)}
    esac
    case "$command" in
      ${named.join("|")}) words="$words ${capabilities.map(({ id }) => id).join(" ")}" ;;
      completions) words="$words ${shells.join(" ")}" ;;
      help) words="${commands.map(({ name }) => name).join(" ")}" ;;
      explain) COMPREPLY=($(compgen -f -- "$current")) ;;
    esac
    case "$command" in
      ${called.join("|")})
        for word in "\${COMP_WORDS[@]:2}"; do
          case "$word" in
${capabilities
  .map(
    (one) =>
      `            ${one.id}) words="$words ${one.fields.map(({ flag }) => `--${flag}`).join(" ")}"; break ;;`
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
