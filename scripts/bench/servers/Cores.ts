/**
 * Which core does what: the measured server alone on one, the load on another.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { cpus } from "node:os"

/** A core each; none where processes cannot be bound. The stub shares the load's core until there is a third. */
export interface Cores {
  readonly server: number | undefined
  readonly load: number | undefined
  readonly stub: number | undefined
}

/** No process is bound. */
export const free: Cores = { server: undefined, load: undefined, stub: undefined }

/** The plan for a machine. */
export const plan = (cores: number, canBind: boolean): Cores =>
  canBind && cores > 1 ? { server: cores - 1, load: 0, stub: cores > 2 ? 1 : 0 } : free

/** Binds this process, and gives the plan for the others. */
export const bind = (): Cores => {
  const cores = plan(cpus().length, spawnSync("taskset", ["--version"]).status === 0)
  if (cores.load !== undefined) {
    execFileSync("taskset", ["-acp", String(cores.load), String(process.pid)], { stdio: "ignore" })
  }
  return cores
}

/** A command bound to a core. */
export const bound = (
  core: number | undefined,
  command: string,
  words: ReadonlyArray<string>
): readonly [string, ReadonlyArray<string>] =>
  core === undefined ? [command, words] : ["taskset", ["-c", String(core), command, ...words]]
