import * as Option from "effect/Option"
import type * as Pg from "pg"
import { parseIntoClientConfig } from "pg-connection-string"

/**
 * Where a PostgreSQL server is and how to connect to it; none when the driver cannot read the URL, or a certificate that
 * it names. Certificates are read here.
 */
export const parseDatabaseUrl = (url: string): Option.Option<Pg.ClientConfig> =>
  /^(?:postgres(?:ql)?|socket):/.test(url) ? Option.liftThrowable(parseIntoClientConfig)(url) : Option.none()
