/**
 * Chromium as the system has it, by playwright-core, which brings no browser of its own.
 */
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/** Where Debian, Ubuntu and Google put it; undefined where there is none. */
export const executable = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync
)

/** Starts it. It may be root's, who has no sandbox in it, and in a container with little shared memory. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
  })
