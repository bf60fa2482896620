import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from './commands.ts'

const text = readFileSync(path.join(checkout, 'SECURITY.md'), 'utf8')
const [, threats = '', asvs = ''] = text.split(/^## (?:Threats|OWASP ASVS).*$/m)

test('every threat names a test that exists', () => {
  const rows = threats.match(/^\| (?!who|---).*$/gm) ?? []
  const tests = [...threats.matchAll(/\| \[([^\]]+)\]\((\S+\.test\.ts)\) \|$/gm)]
  expect(tests.length).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(35)
  const missing = tests.filter(([, title = '', file = '']) => {
    const at = path.join(checkout, file)
    return !existsSync(at) || !readFileSync(at, 'utf8').includes(title)
  })
  expect(missing.map(([row]) => row)).toEqual([])
})

/** `10.4.1–11` is eleven of them. */
function requirementsIn(cell: string): string[] {
  return cell.split(', ').flatMap(range => {
    const [first = '', last = first.split('.').at(-1)] = range.split('–')
    const [chapter, section, from = ''] = first.split('.')
    const count = Number(last) - Number(from) + 1
    return Array.from({ length: count }, (_, at) => `${chapter}.${section}.${Number(from) + at}`)
  })
}

test('every requirement of ASVS 5.0 up to level 2 has a place or a reason, once', () => {
  const rows = [...asvs.matchAll(/^\| (\d[\d., –]*) \| \S/gm)]
  const answered = rows.flatMap(([, cell = '']) => requirementsIn(cell))
  expect(answered.filter((id, at) => answered.indexOf(id) !== at)).toEqual([])
  expect(answered).toHaveLength(253)
})
