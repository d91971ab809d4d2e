/**
 * What the replies of an operation look like: the shape of its recorded replies. They are no part of a bundle, which has
 * their shapes in the place of this file (`scripts/bundle/KnownReplies.ts`).
 */
import { readFileSync } from "node:fs"
import type { Fixture } from "../../src/Providers/CanaryQuery.ts"
import type { Operation } from "./Operations.ts"
import * as Shape from "./Shape.ts"

const fixtures = new URL("../../test/fixtures/", import.meta.url)

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, fixtures), "utf8"))

const recorded = (fixture: Fixture): unknown =>
  typeof fixture === "string" ? read(fixture) : { [fixture.field]: read(fixture.file) }

/** The shape of all recorded replies of an operation. */
export const known = ({ fixtures, maps = [] }: Operation): Shape.Shape =>
  fixtures.map((fixture) => Shape.summarise(recorded(fixture), maps)).reduce(Shape.merge, Shape.none)
