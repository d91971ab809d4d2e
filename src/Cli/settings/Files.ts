/**
 * Where the command keeps its files: by the XDG Base Directory rules where they are set.
 */
import { isAbsolute, join } from "node:path"
import type { Terminal } from "../Terminal.ts"

type Place = Pick<Terminal, "environment" | "home">

/** Whether a variable names a folder: the rules have those that are not absolute ignored. */
const isFolder = (value: string | undefined): value is string => value !== undefined && isAbsolute(value)

/** `$XDG_CONFIG_HOME/almanac/config.json`; `~/.config` where that is not set. */
export const configFile = ({ environment, home }: Place): string => {
  const root = environment["XDG_CONFIG_HOME"]
  return join(isFolder(root) ? root : join(home, ".config"), "almanac", "config.json")
}

/** The folder of the journals: `$XDG_STATE_HOME/almanac`, else `~/.almanac`. */
export const stateFolder = ({ environment, home }: Place): string => {
  const root = environment["XDG_STATE_HOME"]
  return isFolder(root) ? join(root, "almanac") : join(home, ".almanac")
}
