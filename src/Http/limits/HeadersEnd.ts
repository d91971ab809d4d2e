/**
 * Where the headers of a request end. Node's parser takes CRLF alone for the end of a line, so that this is the only form.
 */
const end = "\n\r\n"

/** How many bytes before a read can belong to an end that is in two reads. */
export const overlap = end.length - 1

/** The length of a read up to the next end of headers, or all of it; `before` are the last bytes before it (`overlap`). */
export const headersEndAt = (before: string, bytes: Buffer): number => {
  const seam = (before + bytes.toString("latin1", 0, overlap)).indexOf(end)
  if (seam >= 0) return seam + end.length - before.length
  const at = bytes.indexOf(end, 0, "latin1")
  return at < 0 ? bytes.length : at + end.length
}
