/**
 * Whether two links lead to the same page: scheme, `www.`, fragment, trailing slash and tracking parameters do not count,
 * nor does the case of the host. A fragment that is a path (`#/a`, `#!/a`) is the page itself, for a site of one document.
 */
import * as Option from "effect/Option"
import { parseUrl } from "./ParseUrl.ts"

const tracking = /^(?:utm_.*|fbclid|gclid)$/i

/** A path of a page that a script shows. */
const route = /^#!?\//

const isTracking = (parameter: string): boolean => tracking.test(parameter.replace(/=.*/s, ""))

/**
 * A key that is equal for links to the same page. It drops the scheme, `www.`, the default port, a fragment that
 * is no path, a trailing slash and tracking parameters, and has the host in lower case. The key of other texts is the trimmed text
 * itself. A key is not an address that can be opened.
 */
export const normaliseUrl = (url: string): string => {
  const text = url.trim()
  const address = /^https?:\/\//i.test(text) ? parseUrl(text) : Option.none()
  if (Option.isNone(address)) return text
  const { hash, host, pathname, search } = address.value
  const parameters = search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameter))
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : ""
  const page = route.test(hash) ? hash : ""
  return host.replace(/^www\./, "") + pathname.replace(/\/+$/, "") + query + page
}
