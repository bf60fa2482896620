import { InvalidAppend } from './port.ts'

/** Far above what an event needs, far below what a parser's stack bears. */
const maxDepth = 100

/**
 * What no adapter may be sent: NUL and lone surrogates (PostgreSQL refuses them, and with them every append of the
 * same batch), NaN and BigInt (lost, or thrown, when serialised). An absent field may be given as undefined.
 * @throws {InvalidAppend} `where` begins its message
 */
export function checkJson(value: unknown, where: string, depth = 0): void {
  if (depth > maxDepth) throw new InvalidAppend(`${where} is nested deeper than ${maxDepth} levels`)
  switch (typeof value) {
    case 'string':
      checkText(value, where)
      break
    case 'boolean':
      break
    case 'number':
      if (Number.isFinite(value)) break
      throw new InvalidAppend(`${where} holds ${value}, which JSON does not have`)
    case 'object':
      checkInside(value, where, depth)
      break
    default:
      throw new InvalidAppend(`${where} holds a ${typeof value}, which JSON does not have`)
  }
}

function checkInside(value: object | null, where: string, depth: number): void {
  if (value === null) return
  if (Array.isArray(value)) {
    for (const item of value) checkJson(item, where, depth + 1)
    return
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new InvalidAppend(`${where} holds a ${prototype.constructor?.name}, which is not plain data`)
  }
  for (const [key, child] of Object.entries(value)) {
    checkText(key, where)
    if (child !== undefined) checkJson(child, where, depth + 1)
  }
}

/** @throws {InvalidAppend} */
export function checkText(text: string, where: string): void {
  if (text.includes('\0')) throw new InvalidAppend(`${where} holds NUL`)
  if (!text.isWellFormed()) throw new InvalidAppend(`${where} holds broken Unicode`)
}
