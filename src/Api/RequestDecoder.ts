/**
 * Decodes a request's JSON by its schema, and tells what is wrong with it in the service's words. The work is bounded
 * before it is done: a body of 64 KiB can break a rule in tens of thousands of places. (Lists are counted before their
 * items are decoded: `Fields.list`.)
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Problem, pointer } from "../Resources/Problem.ts"
import { nearest } from "../Text/Distance.ts"

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

/** The issues of an error. None when the value is nested too deeply to be formatted: a message contains the value. */
const issues = Option.liftThrowable(ParseResult.ArrayFormatter.formatErrorSync)

/** The names of the fields of the object at a path, in all its forms. */
const namesAt = (ast: AST.AST, path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  const [first, ...rest] = path
  if (AST.isTypeLiteral(ast)) {
    if (first === undefined) return ast.propertySignatures.map(({ name }) => String(name))
    return ast.propertySignatures.flatMap(({ name, type }) => (name === first ? namesAt(type, rest) : []))
  }
  if (AST.isUnion(ast)) return ast.types.flatMap((type) => namesAt(type, path))
  if (AST.isRefinement(ast)) return namesAt(ast.from, path)
  if (!AST.isTransformation(ast)) return []
  // Where any object is taken first, and judged in a second step, the second one has the fields.
  const names = namesAt(ast.from, path)
  return names.length > 0 ? names : namesAt(ast.to, path)
}

/** What an unknown field was probably meant to be, and which fields there are. */
const unknownField = (name: string, names: ReadonlyArray<string>): string => {
  const meant = nearest(name, names)
  const fields = names.length === 0 ? "" : `; its fields are ${names.join(", ")}`
  return `is not a field of this request${fields}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

const sentence = (ast: AST.AST, issue: ParseResult.ArrayFormatterIssue): string => {
  if (issue._tag === "Missing") return "is required"
  if (issue._tag !== "Unexpected") return issue.message
  const names = namesAt(ast, issue.path.slice(0, -1))
  return unknownField(String(issue.path.at(-1)), [...new Set(names)])
}

/** The pointers of all values that contain an issue, at any depth. */
const around = (issues: ReadonlyArray<ParseResult.ArrayFormatterIssue>): ReadonlySet<string> =>
  new Set(issues.flatMap(({ path }) => path.map((_, depth) => pointer(path.slice(0, depth)))))

/** One problem a field: the alternatives that a nullable field, or the list around it, also failed say nothing new. */
const problems = (ast: AST.AST, error: ParseResult.ParseError): ReadonlyArray<Problem> => {
  const told = issues(error)
  if (Option.isNone(told)) return [{ pointer: "", message: "must not be nested so deeply" }]
  const byPointer = new Map<string, Problem>()
  const outer = around(told.value)
  for (const issue of told.value) {
    if (byPointer.size === mostProblems) break
    const at = pointer(issue.path)
    if (!outer.has(at) && !byPointer.has(at))
      byPointer.set(at, { pointer: at, message: sentence(ast, issue) })
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
