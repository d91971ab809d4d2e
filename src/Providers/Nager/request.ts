/**
 * From a query to a call of Nager.Date v3. The later v4 has no local names, six years only, and the parts of its
 * path the other way round (nager/Nager.Date #986).
 */

import type { UpstreamRequest } from "../client/Upstream.ts"
import type { HolidaysQuery } from "../ports/HolidayCalendar.ts"

/** The call for the holidays of a year. Nager.Date also tells by the status that it has no list. */
export const holidaysRequest = ({ country, year }: HolidaysQuery): UpstreamRequest => ({
  path: `/api/v3/PublicHolidays/${year}/${country}`,
  template: "/api/v3/PublicHolidays/{year}/{country}",
  accept: [204, 400, 404]
})

/** The call for the countries that Nager.Date knows. */
export const countriesRequest: UpstreamRequest = { path: "/api/v3/AvailableCountries" }
