/**
 * Starts a bundle and, when it answers, keeps the code that V8 has made of it by then.
 * Words: the file that starts the bundle, the file to write, the port.
 */
import { renameSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { pathToFileURL } from "node:url"

const [program, file, port] = process.argv.slice(2)
const { compiled } = await import(pathToFileURL(program).href)
if (compiled === undefined) throw new Error("with --enable-source-maps nothing is kept")

const answers = () =>
  new Promise((resolve) => {
    get(`http://127.0.0.1:${port}/health`, (response) => resolve(response.statusCode === 200)).on(
      "error",
      () => resolve(false)
    )
  })

while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 20))
// Whole or not at all.
writeFileSync(`${file}.new`, compiled.keepsake())
renameSync(`${file}.new`, file)
process.exit(0)
