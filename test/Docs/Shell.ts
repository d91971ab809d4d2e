/**
 * The lines of `sh` blocks, run by bash as they stand there: in a folder of their own, against a sandbox on another port.
 */
import { spawn } from "node:child_process"
import type { Block } from "../support/Pages.ts"

/** What a line is run with. */
export interface Place {
  readonly folder: string
  readonly port: number
  /** Bundles of the programs that the commands of package.json run, by command. */
  readonly programs: Readonly<Record<"pay" | "explain" | "almanac", string>>
}

/** A line of a block: the command, and what its comment says of its output. */
export interface Line {
  readonly block: Block
  readonly command: string
  readonly told: ReadonlyArray<string>
}

export const linesOf = (block: Block): ReadonlyArray<Line> =>
  // A comment of its own line is about the line below it.
  block.code
    .replaceAll(/^# (.*)\n(.+)$/gm, "$2 # $1")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [command = "", comment = ""] = line.split(/\s+# /)
      return { block, command, told: comment === "" ? [] : comment.split(", ") }
    })

/** What a line begins with, behind the variables that it sets. */
export const programOf = (command: string): string => /^(?:[A-Z_]+=\S+ )*(\S+)/.exec(command)?.[1] ?? ""

/** The sandbox of all pages runs already, by that very command. */
export const isStart = (command: string): boolean =>
  /^(?:OUTCOMES_DIR=outcomes )?npm run sandbox$/.test(command)

/**
 * What the commands of the pages are here: the same programs, bundled, programs of the pages as the compiler has written
 * them, and the sandbox on its own port.
 */
const substitutions = ({ port, programs }: Place) => `
npm() {
  case "$1 $2 $3" in
    "run pay --") "${process.execPath}" "${programs.pay}" "\${@:4}" ;;
    "run explain --") "${process.execPath}" "${programs.explain}" "\${@:4}" ;;
    "run almanac --") almanac "\${@:4}" ;;
    *) echo "npm $* has no substitution"; return 97 ;;
  esac
}
almanac() { "${process.execPath}" "${programs.almanac}" "$@"; }
npx() {
  [ "$1" = tsx ] || { echo "npx $* has no substitution"; return 97; }
  "${process.execPath}" "\${2%.ts}.js" "\${@:3}"
}
curl() { command curl --silent --show-error --write-out '\\nHTTP %{http_code}\\n' "\${@/localhost:8402/localhost:${port}}"; }
export BASE_URL=http://localhost:${port} ALMANAC_URL=http://localhost:${port}
# Settings and journals of its own.
export HOME="$PWD" XDG_CONFIG_HOME="$PWD/config" XDG_STATE_HOME="$PWD/state"
`

/** The programs for which there is a substitution. */
export const known = ["npm", "npx", "curl", "almanac", "echo", "source"]

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

export const execute = (place: Place, command: string): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn("bash", ["-c", `${substitutions(place)}\n${command}`], {
      cwd: place.folder,
      stdio: ["ignore", "pipe", "pipe"]
    })
    const texts: Array<string> = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => texts.push(String(chunk)))
    }
    child.on("close", (code) => resolve({ code, output: texts.join("") }))
  })

/** The status of a purchase or of a curl. */
export const statusOf = (output: string): string | undefined =>
  [...output.matchAll(/^HTTP (\d{3})$/gm)].at(-1)?.[1]
