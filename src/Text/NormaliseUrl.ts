/**
 * Whether two links lead to the same page. Source of the rule: decisions, news.search.
 */
import { Option } from "effect"
import { parseUrl } from "./ParseUrl.ts"

const tracking = /^(?:utm_.*|fbclid|gclid)$/i

const isTracking = (parameter: string): boolean => tracking.test(parameter.replace(/=.*/s, ""))

/**
 * A web address without what differs between links to the same page: scheme, `www.`, port of the scheme, fragment,
 * slash at the end, tracking parameters; its host in lower case. A key to compare by, not a link to follow: of
 * anything but a web address it is the text itself, without the blanks around it.
 */
export const normaliseUrl = (url: string): string => {
  const text = url.trim()
  const address = /^https?:\/\//i.test(text) ? parseUrl(text) : Option.none()
  if (Option.isNone(address)) return text
  const { host, pathname, search } = address.value
  const parameters = search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameter))
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : ""
  return host.replace(/^www\./, "") + pathname.replace(/\/+$/, "") + query
}
