/**
 * Starts a bundle and, when it answers, keeps the code that V8 has made of it by then.
 * Words: the file that starts the bundle, the file to write, the port.
 */
import { writeFileSync } from "node:fs"
import { get } from "node:http"
import { pathToFileURL } from "node:url"

const [program, file, port] = process.argv.slice(2)
const { script } = await import(pathToFileURL(program).href)

const answers = () =>
  new Promise((resolve) => {
    get(`http://127.0.0.1:${port}/health`, (response) => resolve(response.statusCode === 200)).on(
      "error",
      () => resolve(false)
    )
  })

while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 20))
writeFileSync(file, script.createCachedData())
process.exit(0)
