/**
 * Decodes a request: its bytes as JSON, and its JSON by its schema. It tells what is wrong with it in the service's words.
 * The work is bounded before it is done: a body of 64 KiB can break a rule in tens of thousands of places. (Lists are
 * counted before their items are decoded: `Fields.list`.)
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Problem, pointer } from "../Resources/Problem.ts"
import { nearest } from "../Text/Distance.ts"
import * as JsonMistake from "../Text/JsonMistake.ts"
import { type ValidationFailed, validationFailed } from "./Failure.ts"

/** Decodes JSON, or tells its problems: at least one, and 100 at most. */
export type RequestDecoder<A> = (json: unknown) => Either.Either<A, ReadonlyArray<Problem>>

/** The most problems that are looked for. Their texts are part of the answer. */
export const mostProblems = 100

/** How many objects stand within each other in the deepest request: the body, and the table that research asks for. */
const deepest = 2

/** The names of all fields of a schema, at any depth. */
const fieldsOf = (ast: AST.AST): ReadonlyArray<PropertyKey> => {
  if (AST.isTypeLiteral(ast)) {
    return ast.propertySignatures.flatMap(({ name, type }) => [name, ...fieldsOf(type)])
  }
  if (AST.isUnion(ast)) return ast.types.flatMap(fieldsOf)
  if (AST.isRefinement(ast)) return fieldsOf(ast.from)
  return AST.isTransformation(ast) ? [...fieldsOf(ast.from), ...fieldsOf(ast.to)] : []
}

/** Leaves out the fields of objects that are in no schema, but for the first hundred, each of which is a problem. */
const withoutCrowd =
  (known: ReadonlySet<PropertyKey>) =>
  (value: unknown, depth = deepest): unknown => {
    if (depth === 0 || !Predicate.isRecord(value)) return value
    let strangers = 0
    const kept: Array<readonly [string, unknown]> = []
    for (const key of Object.keys(value)) {
      if (known.has(key)) kept.push([key, withoutCrowd(known)(value[key], depth - 1)])
      else if (strangers < mostProblems) {
        strangers += 1
        kept.push([key, value[key]])
      }
    }
    // Not by assignment: a field may be called `__proto__`.
    return Object.fromEntries(kept)
  }

/** A rule that a value breaks, and where it stands. Its sentence is not made yet: it may contain the value. */
interface Breach {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: ParseResult.ParseIssue
}

/** Whether a schema has a sentence for an issue: for all that is wrong within it, or for its own rule alone. */
const hasSentence = (
  issue: Extract<ParseResult.ParseIssue, { readonly ast: AST.AST }>,
  isOwn: boolean
): boolean =>
  Option.match(AST.getMessageAnnotation(issue.ast), {
    onNone: () => false,
    onSome: (sentence) => {
      const told = sentence(issue)
      return isOwn || (Predicate.hasProperty(told, "override") && told.override === true)
    }
  })

/** The breaches within an issue, as the library's formatter finds them (`ParseResult.ArrayFormatter`). */
const breaches = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<Breach> => {
  switch (issue._tag) {
    case "Pointer":
      return breaches(issue.issue, path.concat(issue.path))
    case "Composite":
      if (hasSentence(issue, false)) return [{ path, issue }]
      return [issue.issues].flat().flatMap((inner) => breaches(inner, path))
    case "Refinement":
      return hasSentence(issue, issue.kind === "Predicate") ? [{ path, issue }] : breaches(issue.issue, path)
    case "Transformation":
      return hasSentence(issue, issue.kind === "Transformation")
        ? [{ path, issue }]
        : breaches(issue.issue, path)
    default:
      return [{ path, issue }]
  }
}

/** Where a value breaks a rule first. Its sentence is not made: it may contain the value, however deeply that is nested. */
export const firstBreach = (issue: ParseResult.ParseIssue): ReadonlyArray<PropertyKey> =>
  breaches(issue)[0]?.path ?? []

/** None for a value that is nested too deeply to be written into the sentence. */
const formatted = Option.liftThrowable((issue: ParseResult.ParseIssue) =>
  ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ message }) => message)
)

/** The names of the fields of the object at a path, in all its forms. One that takes any field does not say which it has. */
const namesAt = (ast: AST.AST, path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  const [first, ...rest] = path
  if (AST.isTypeLiteral(ast)) {
    if (first === undefined)
      return ast.indexSignatures.length > 0 ? [] : ast.propertySignatures.map(({ name }) => String(name))
    return ast.propertySignatures.flatMap(({ name, type }) => (name === first ? namesAt(type, rest) : []))
  }
  if (AST.isUnion(ast)) return ast.types.flatMap((type) => namesAt(type, path))
  if (AST.isRefinement(ast)) return namesAt(ast.from, path)
  if (!AST.isTransformation(ast)) return []
  // Where any object is taken first, and judged in a second step, the second one has the fields.
  const names = namesAt(ast.from, path)
  return names.length > 0 ? names : namesAt(ast.to, path)
}

const noField = "is not a field of this request"

/** Whether a problem is that a field is unknown: then the last part of its pointer is the caller's own word. */
export const isUnknownField = ({ message }: Problem): boolean => message.startsWith(noField)

/** What an unknown field was probably meant to be, and which fields there are. */
const unknownField = (name: string, names: ReadonlyArray<string>): string => {
  const meant = nearest(name, names)
  const fields = names.length === 0 ? "" : `; its fields are ${names.join(", ")}`
  return `${noField}${fields}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

const sentence = (ast: AST.AST, { issue, path }: Breach): string => {
  if (issue._tag === "Missing") return "is required"
  if (issue._tag === "Unexpected") {
    return unknownField(String(path.at(-1)), [...new Set(namesAt(ast, path.slice(0, -1)))])
  }
  return Option.getOrElse(
    Option.flatMapNullable(formatted(issue), ([first]) => first),
    () => "must not be nested so deeply"
  )
}

/** The pointers of all values around the breaches, at any depth. */
const around = (breaches: ReadonlyArray<Breach>): ReadonlySet<string> =>
  new Set(breaches.flatMap(({ path }) => path.map((_, depth) => pointer(path.slice(0, depth)))))

/**
 * One problem a field: the alternatives that a nullable field, or the list around it, also failed say nothing new, and
 * their sentences are not made.
 */
const problems = (ast: AST.AST, { issue }: ParseResult.ParseError): ReadonlyArray<Problem> => {
  const found = breaches(issue)
  const byPointer = new Map<string, Problem>()
  const outer = around(found)
  for (const breach of found) {
    if (byPointer.size === mostProblems) break
    const at = pointer(breach.path)
    if (!outer.has(at) && !byPointer.has(at))
      byPointer.set(at, { pointer: at, message: sentence(ast, breach) })
  }
  return [...byPointer.values()]
}

/** Told before the schema looks at the value, which would write all of it into a message. */
const notAnObject: ReadonlyArray<Problem> = [{ pointer: "", message: "must be a JSON object" }]

/** The decoder of a schema of objects. */
export const make = <A, I>(schema: Schema.Schema<A, I>): RequestDecoder<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  const bounded = withoutCrowd(new Set(fieldsOf(schema.ast)))
  return (json) =>
    Predicate.isRecord(json)
      ? Either.mapLeft(decode(bounded(json)), (error) => problems(schema.ast, error))
      : Either.left(notAnObject)
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const unreadable = (why = "") => validationFailed([{ pointer: "", message: `must be JSON in UTF-8${why}` }])

/** Where the text stops being JSON; nothing of the text itself. */
const mistakeIn = (text: string): string => {
  const place = JsonMistake.find(text)
  if (place === undefined) return ""
  if (text.trim() === "") return ": it is empty"
  const where = `line ${place.line}, column ${place.column}`
  return place.isEnd ? `: it ends too early, at ${where}` : `: it stops being JSON at ${where}`
}

/** The JSON of a body, in UTF-8; of one that is none, what makes the 400: to find the mistake takes longer than to parse. */
export const parseJson = (body: Uint8Array): Either.Either<unknown, () => ValidationFailed> =>
  Either.flatMap(Either.try({ try: () => utf8.decode(body), catch: () => () => unreadable() }), (text) =>
    Either.try({ try: () => JSON.parse(text), catch: () => () => unreadable(mistakeIn(text)) })
  )

/** Decodes the bytes of a body, JSON in UTF-8: 400. */
export const decodeBytes = <A>(
  body: Uint8Array,
  decoder: RequestDecoder<A>
): Either.Either<A, ValidationFailed> =>
  parseJson(body).pipe(
    Either.mapLeft((refuse) => refuse()),
    Either.flatMap((json) => Either.mapLeft(decoder(json), validationFailed))
  )
