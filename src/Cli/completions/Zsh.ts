/**
 * Completion for zsh.
 */
import { type Facts, files, longNames, quoted, shells } from "./Facts.ts"

/** A name and what it is, as zsh's `_describe` takes it. */
const pair = (name: string, about: string) =>
  quoted(`${name.replaceAll(":", "\\:")}:${about.replaceAll("\n", " ")}`)

export const zsh = ({ called, capabilities, choices, commands, named }: Facts): string => `#compdef almanac
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
${[...choices].map(([flag, values]) => `    ${flag}) compadd -- ${values.join(" ")}; return ;;`).join("\n")}
  esac
  case "$command" in
${commands.map(({ name, options }) => `    ${name}) options=(${longNames(options).join(" ")}) ;;`).join("\n")}
  esac
  case "$command" in
    ${called.join("|")})
      for word in "\${words[@]}"; do
        case "$word" in
${capabilities
  .map(
    (one) => `          ${one.id}) fields=(${one.fields.map(({ flag }) => `--${flag}`).join(" ")}); break ;;`
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
