/**
 * Starts a bundle and, when it answers, writes the cache of the code that V8 has compiled by then.
 * Arguments: the file that starts the bundle, the file to write, the port.
 */
import { renameSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { pathToFileURL } from "node:url"

const [program, file, port] = process.argv.slice(2)
const { compiled } = await import(pathToFileURL(program).href)
if (compiled === undefined) throw new Error("with --enable-source-maps there is no code cache")

const answers = () =>
  new Promise((resolve) => {
    get(`http://127.0.0.1:${port}/health`, (response) => resolve(response.statusCode === 200)).on(
      "error",
      () => resolve(false)
    )
  })

while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 20))
// Renamed when it is complete.
writeFileSync(`${file}.new`, compiled.makeCache())
renameSync(`${file}.new`, file)
process.exit(0)
