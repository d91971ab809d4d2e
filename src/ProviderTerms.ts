/**
 * The providers' terms of use, as far as settings can break them.
 */
import { Option } from "effect"
import type { Settings } from "./Settings.ts"

/** A provider that is used outside its terms, and what to do about it. */
interface Breach {
  readonly holds: (providers: Settings["Type"]["providers"]) => boolean
  readonly breach: string
  readonly remedy: string
}

const isHost = (url: string, host: string) => new URL(url).hostname === host

const breaches: ReadonlyArray<Breach> = [
  {
    holds: ({ openMeteo }) => isHost(openMeteo.baseUrl, "api.open-meteo.com"),
    breach: "Open-Meteo's free host is for non-commercial use",
    remedy: "set OPEN_METEO_API_KEY"
  },
  {
    holds: ({ urls }) => isHost(urls.photon, "photon.komoot.io"),
    breach: "photon.komoot.io is a demonstration server",
    remedy: "run Photon yourself and set PHOTON_URL"
  },
  {
    holds: ({ urls, censusApiKey }) => isHost(urls.census, "api.census.gov") && Option.isNone(censusApiKey),
    breach: "the Census Bureau answers nobody without a key",
    remedy: "set CENSUS_API_KEY"
  }
]

/** The terms that the settings break, and what to do about each. */
export const broken = (
  providers: Settings["Type"]["providers"]
): ReadonlyArray<{ readonly breach: string; readonly remedy: string }> =>
  breaches.filter(({ holds }) => holds(providers))
