/**
 * The 402 of the call that the page shows.
 */

/** The JSON of a header in base64. */
const decoded = (header: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(header), (letter) => letter.charCodeAt(0))))

/** An unpaid call, and what of its challenge is shown; `undefined` when it is answered by anything else. */
export const askForChallenge = async (
  path: string,
  body: string
): Promise<{ readonly status: string; readonly text: string } | undefined> => {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body
  })
  // Unread, it would keep its connection.
  await response.body?.cancel()
  const header = response.headers.get("payment-required")
  const challenge = header === null ? undefined : decoded(header)
  if (response.status !== 402 || typeof challenge !== "object" || challenge === null) return undefined
  // Without the extensions, which have an example and the schema: they would hide the rest.
  const { extensions: _, ...shown } = Object.assign({ extensions: undefined }, challenge)
  return { status: `${response.status} Payment Required`, text: JSON.stringify(shown, null, 2) }
}
