import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { emailOf, uriOf } from "../../src/Settings/Contact.ts"

describe("the e-mail address of a contact", () => {
  it.each([
    ["ops@example.org", "ops@example.org"],
    [" mailto:ops+almanac@mail.example.org ", "ops+almanac@mail.example.org"],
    ["MAILTO:ops@example.org", "ops@example.org"]
  ])("%j is an address", (contact, address) => {
    expect(emailOf(contact)).toEqual(Option.some(address))
  })

  it.each([
    "https://example.org",
    "https://user@example.org/",
    "https://example.org/?to=a@b.org",
    "ops",
    "ops@localhost",
    "a b@c.org",
    "a@b@c.org",
    "A <a@b.org>",
    "mailto:a@b.org?cc=c@d.org",
    ""
  ])("%j is none", (contact) => {
    expect(emailOf(contact)).toEqual(Option.none())
  })
})

describe("a contact that is shown to anybody", () => {
  it.each([
    ["ops@example.org", "mailto:ops@example.org"],
    ["mailto:ops@example.org", "mailto:ops@example.org"],
    ["https://example.org/contact?a=b", "https://example.org/contact?a=b"]
  ])("%j is %s", (contact, uri) => {
    expect(uriOf(contact)).toEqual(Option.some(uri))
  })

  it.each([
    "http://example.org",
    "https://user:password@example.org/",
    "Ops",
    "ftp://example.org",
    "tel:112"
  ])("%j is none", (contact) => {
    expect(uriOf(contact)).toEqual(Option.none())
  })
})
