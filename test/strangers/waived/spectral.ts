import type { Waiver } from "../Findings.ts"

const answers = /^components\/schemas\/(?!\w+Request\/)/

/** Of the rule sets `spectral:oas` and `@stoplight/spectral-owasp-ruleset`. */
export const spectral: ReadonlyArray<Waiver> = [
  {
    rule: "owasp:api8:2023-no-server-http",
    places: /^servers\/0/,
    reason: "The test asks a sandbox on this machine; PUBLIC_URL of a real service is https."
  },
  {
    rule: "owasp:api2:2023-write-restricted",
    places: /^paths\/\/v1\//,
    reason: "The payment is what lets a call in: there are no accounts and no credentials."
  },
  {
    rule: "owasp:api2:2023-read-restricted",
    places: /^paths\/\/(v1\/(payments|capabilities|status)|health)/,
    reason: "What is free is public."
  },
  {
    rule: "owasp:api8:2023-define-error-responses-401",
    reason: "Nothing answers 401: there is no authentication."
  },
  {
    rule: "owasp:api4:2023-rate-limit",
    reason:
      "No RateLimit headers are sent: a payer's limit is told by a 429 with Retry-After, and payments limit the rest."
  },
  {
    rule: "owasp:api4:2023-rate-limit-responses-429",
    places: /\/get\/responses$/,
    reason:
      "What is free has no limit of calls; the state of a payment answers 503 when too many ask at once."
  },
  {
    rule: "owasp:api8:2023-define-error-validation",
    places: /^paths\/\/(v1\/(capabilities|status)|health)/,
    reason: "These take no input that could be wrong."
  },
  {
    rule: "owasp:api4:2023-string-limit",
    places: answers,
    reason: "Texts of answers are as long as the providers make them."
  },
  {
    rule: "owasp:api4:2023-string-limit",
    places: /Request\/properties\/(assets|currency|currencies|timespan|base|date|country)(\/items)?$/,
    reason: "The pattern limits the length."
  },
  {
    rule: "owasp:api4:2023-string-restricted",
    places: answers,
    reason: "Texts of answers are the providers', and have no form."
  },
  {
    rule: "owasp:api4:2023-string-restricted",
    places: /Request\/properties\/(query|claim)$|^components\/schemas\/Forward\/properties\/query$/,
    reason: "A question may be any text; its length is limited."
  },
  {
    rule: "owasp:api4:2023-array-limit",
    places: answers,
    reason: "Lists of answers are as long as what they list; those that the request limits say so."
  },
  {
    rule: "owasp:api8:2023-define-cors-origin",
    places: /^components\/headers$/,
    reason: "That is the list of headers itself, which the rule takes for a response's."
  }
]
