import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkout } from './commands.ts'

const text = readFileSync(path.join(checkout, 'SECURITY.md'), 'utf8')
const [, threats = '', asvs = ''] = text.split(/^## (?:Threats|OWASP ASVS).*$/m)

/** Whether a test of this title runs there: not in a comment, not in another title, and not skipped. */
function isTested(title: string, file: string): boolean {
  const at = path.join(checkout, file)
  if (!existsSync(at)) return false
  const lines = readFileSync(at, 'utf8').split('\n')
  return lines.some(line => line.includes(`'${title}',`) && !/^\s*\/\/|\.(skip|todo)\b/.test(line))
}

const missingIn = (rows: readonly string[]) =>
  rows.filter(row => {
    const cell = row.split(' | ').at(-1) ?? ''
    const tests = [...cell.matchAll(/\[([^\]]+)\]\((\S+\.test\.tsx?)\)/g)]
    return tests.length === 0 || !tests.every(([, title = '', file = '']) => isTested(title, file))
  })

test('every threat names tests that exist', () => {
  const rows = threats.match(/^\| (?!who|---).*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(35)
  expect(missingIn(rows)).toEqual([])
  const link = (title: string, file = 'infra/tests/conventions/security.test.ts') =>
    `| a | [${title}](${file}) |`
  const here = 'every threat names tests that exist'
  const wrong = ['| a | none |', link('every threat'), link(here, 'nowhere.test.ts')]
  expect(missingIn([link(here), ...wrong])).toEqual(wrong)
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
