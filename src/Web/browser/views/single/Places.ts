import type { Place, Places } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { count, number } from "../parts/Format.ts"
import { note, type Prefix, section, table } from "../parts/Layout.ts"
import { link, quoted } from "../parts/Text.ts"

const half = (value: number, positive: string, negative: string): string =>
  `${number(Math.abs(value))}° ${value < 0 ? negative : positive}`

/** A point in words: `51.52° north, 0.16° west`. */
export const coordinates = (latitude: number, longitude: number): string =>
  `${half(latitude, "north", "south")}, ${half(longitude, "east", "west")}`

/** OpenStreetMap's page that marks a point. */
const mapOf = ({ latitude, longitude }: Place): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`

const address = ({ city, country, houseNumber, name, postcode, state, street }: Place): string => {
  const parts = [
    [houseNumber, street === name ? null : street],
    [postcode, city === name ? null : city],
    [state],
    [country]
  ]
  return parts
    .map((words) => words.filter((word) => word !== null).join(" "))
    .filter((line) => line !== "")
    .join(", ")
}

const row = (place: Place): ReadonlyArray<Markup> => {
  const name = place.name ?? "No name"
  return [
    quoted(name),
    place.type ?? "",
    quoted(address(place)),
    h(
      "span",
      {},
      coordinates(place.latitude, place.longitude),
      h("br"),
      link(mapOf(place), `${name} on OpenStreetMap`)
    )
  ]
}

/** `geocode`. There is no map: its tiles would tell another server who looks at what. */
export const places = ({ results }: Places, prefix: Prefix): Element =>
  section(
    3,
    results.length === 0 ? "No place was found" : `${count(results.length, "place")}`,
    ...(results.length === 0
      ? [note("Nothing matches what was asked for.")]
      : [
          table(
            `${prefix}-places`,
            "Places, the best match or the nearest first; coordinates in degrees (WGS 84).",
            [{ head: "Name" }, { head: "Kind" }, { head: "Address" }, { head: "Where" }],
            results.map(row)
          )
        ])
  )
