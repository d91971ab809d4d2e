/**
 * The metrics of a process, as Prometheus reads them.
 */

/** The values by name and labels, as they stand in the text: `almanac_ready`, `up{job="x"}`. */
export type Samples = ReadonlyMap<string, number>

export const parse = (text: string): Samples =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const at = line.lastIndexOf(" ")
        const value = line.slice(at + 1)
        return [line.slice(0, at), value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value)]
      })
  )

/** Reads them again and again until they are as wanted. */
export const until = async (url: string, holds: (samples: Samples) => boolean): Promise<Samples> => {
  for (let attempt = 0; attempt < 400; attempt++) {
    const samples = parse(await (await fetch(url)).text())
    if (holds(samples)) return samples
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`metrics stayed otherwise:\n${await (await fetch(url)).text()}`)
}
