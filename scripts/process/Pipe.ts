/**
 * For programs that print. A reader that closes the pipe (`npm run pay ... | head`) is no error: the program does what it was
 * asked to, and prints the rest to nobody. Output that cannot be written, as on a full disk, makes the exit code 2, whatever
 * the program itself ends with. Import it first.
 */
let isLost = false

process.stderr.on("error", () => {})
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || isLost) return
  isLost = true
  process.stderr.write(`the output could not be written (${code})\n`)
  process.on("exit", () => {
    process.exitCode = 2
  })
})
