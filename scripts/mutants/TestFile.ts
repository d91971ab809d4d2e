/**
 * Test files by short names: the end of a path below `test`, without the ending that tells the tier. `Http/payments/Purchase` is
 * `test/Http/payments/Purchase.test.ts`, and stays it when the file becomes one of another tier.
 */
import { readdirSync } from "node:fs"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { Either } from "effect"

const root = fileURLToPath(new URL("../../test/", import.meta.url))

const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => path.endsWith(".test.ts"))

const shortNameOf = (path: string) => path.replace(/(?:\.\w+)?\.test\.ts$/, "")

/** The path of a test file. */
export const testFile = (name: string): Either.Either<string, string> => {
  const [path, ...more] = paths.filter((path) => `/${shortNameOf(path)}`.endsWith(`/${name}`))
  return path === undefined || more.length > 0
    ? Either.left(`${path === undefined ? 0 : more.length + 1} test files are called ${name}`)
    : Either.right(join(root, path))
}
