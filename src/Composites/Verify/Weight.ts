/**
 * How much an item's stance counts. Source: the project's verification method, item weight: the share of such stances
 * that were right on labelled claims, in percent, by channel and relevance.
 */
import type { Reading } from "./Stance.ts"

/** Relevance below the first, second, third limit, and above. */
const limits = [0.9, 1.2, 1.5]

type Bands = readonly [number, number, number, number]

const percent: Readonly<Record<Reading["channel"], { readonly affirms: Bands; readonly denies: Bands }>> = {
  headline: { affirms: [72, 74, 75, 80], denies: [50, 60, 70, 70] },
  short: { affirms: [38, 44, 52, 64], denies: [32, 44, 52, 66] },
  long: { affirms: [35, 45, 45, 50], denies: [50, 54, 60, 65] }
}

/** In whole percent, so that sums are exact; 0 for a neutral item. */
export const weightOf = ({ channel, relevance, stance }: Reading): number =>
  stance === "neutral"
    ? 0
    : (percent[channel][stance][limits.filter((limit) => relevance >= limit).length] ?? 0)
