import { InvalidAppend, type JsonObject } from './port.ts'

/** More than an event needs, less than overflows a parser's stack. */
const maxDepth = 100

/**
 * Returns the value as JSON. Refuses what no adapter can store: NUL and lone surrogates, for which PostgreSQL would refuse
 * the whole batch, and NaN and BigInt. An absent field may be undefined.
 * @throws {InvalidAppend} `where` starts its message
 */
export function jsonOf(value: JsonObject, where: string): string {
  checkValue(value, where, 0)
  const json = JSON.stringify(value)
  const escaped = unstorableIn(json)
  if (escaped) throw new InvalidAppend(`${where} holds ${escaped === '0000' ? 'NUL' : 'broken Unicode'}`)
  return json
}

/** A real escape, and not text that looks like one: after an even number of other backslashes. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/

/** JSON.stringify escapes NUL and lone surrogates, so that one search finds both. */
export const unstorableIn = (json: string): string | undefined =>
  json.includes('\\u') ? unstorable.exec(json)?.[1] : undefined

function checkValue(value: unknown, where: string, depth: number): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      break
    case 'number':
      if (Number.isFinite(value)) break
      throw new InvalidAppend(`${where} holds ${value}, which JSON does not have`)
    case 'object':
      if (value !== null) checkInside(value, where, depth + 1)
      break
    default:
      throw new InvalidAppend(`${where} holds a ${typeof value}, which JSON does not have`)
  }
}

function checkInside(value: object, where: string, depth: number): void {
  if (depth > maxDepth) throw new InvalidAppend(`${where} is nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, where, depth)
    return
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new InvalidAppend(`${where} holds a ${prototype.constructor?.name}, which is not plain data`)
  for (const child of Object.values(value)) if (child !== undefined) checkValue(child, where, depth)
}

/** @throws {InvalidAppend} */
export function checkText(text: string, where: string): void {
  if (text.includes('\0')) throw new InvalidAppend(`${where} holds NUL`)
  if (!text.isWellFormed()) throw new InvalidAppend(`${where} holds broken Unicode`)
}

/** Parses stored JSON. Returns an empty object for anything else, as a damaged disk may leave; the reader reports it. */
export function objectIn(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
