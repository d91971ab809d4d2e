/**
 * For programs that print: a reader that closes the pipe (`npm run pay ... | head`) is no error. The program does what it
 * was asked to, and prints the rest to nobody. Import it first.
 */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}
