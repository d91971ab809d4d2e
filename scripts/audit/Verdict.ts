/**
 * What `npm audit --json` says, read. Pure.
 */
import { Either, Match, ParseResult, Schema } from "effect"

/** How an audit ended. */
export type Verdict =
  /** Nothing grave is known of what production runs. */
  | { readonly _tag: "Clean"; readonly packages: number; readonly lesser: number }
  /** Packages with something grave. */
  | { readonly _tag: "Found"; readonly findings: ReadonlyArray<string> }
  /** Nothing is known: the registry has no audits (a mirror, a proxy), is out of reach, or npm itself failed. */
  | { readonly _tag: "NotMade"; readonly reason: string }

const grave: ReadonlyArray<string> = ["high", "critical"]

const Report = Schema.Struct({
  vulnerabilities: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ severity: Schema.String, range: Schema.String })
  }),
  metadata: Schema.Struct({ dependencies: Schema.Struct({ prod: Schema.Number }) })
})

/** The registry's refusal has a message; a failure of npm itself a summary. */
const Refusal = Schema.Struct({
  statusCode: Schema.optional(Schema.Number),
  message: Schema.optional(Schema.String),
  error: Schema.Struct({ summary: Schema.String })
})

const read = Schema.decodeUnknownEither(Schema.parseJson(Schema.Union(Report, Refusal)))

/** Reads what npm has printed. What is no report is no clean one. */
export const verdict = (text: string): Verdict =>
  Either.match(read(text), {
    onLeft: (error) => ({
      _tag: "NotMade",
      reason: `npm answered something else (${ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? "unreadable"})`
    }),
    onRight: (said): Verdict => {
      if (!("vulnerabilities" in said)) {
        const { statusCode: status, message, error } = said
        return {
          _tag: "NotMade",
          reason:
            status === 404 || status === 405
              ? `the registry serves no audits (HTTP ${status})`
              : (message ?? error.summary)
        }
      }
      const all = Object.entries(said.vulnerabilities)
      const findings = all
        .filter(([, { severity }]) => grave.includes(severity))
        .map(([name, { range, severity }]) => `${name} ${range}: ${severity}`)
      return findings.length > 0
        ? { _tag: "Found", findings }
        : { _tag: "Clean", packages: said.metadata.dependencies.prod, lesser: all.length }
    }
  })

/** What is told of it, a line each. */
export const lines = (verdict: Verdict): ReadonlyArray<string> => {
  switch (verdict._tag) {
    case "Clean":
      return [
        `audit: nothing grave is known of ${verdict.packages} packages; ${verdict.lesser} with something lesser`
      ]
    case "Found":
      return [
        ...verdict.findings.map((finding) => `audit: ${finding}`),
        `audit: ${verdict.findings.length} packages with something grave; npm audit --omit=dev tells more`
      ]
    case "NotMade":
      return [`audit: NOT MADE: ${verdict.reason}`]
  }
}

/** 0: clean. 1: something grave was found. 2: not made, which is neither. */
export const exitCode = ({ _tag }: Verdict): 0 | 1 | 2 =>
  Match.value(_tag).pipe(
    Match.when("Clean", () => 0 as const),
    Match.when("Found", () => 1 as const),
    Match.when("NotMade", () => 2 as const),
    Match.exhaustive
  )
