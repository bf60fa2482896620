import { projections } from '../../projections.ts'
import { currentVersion, isToRaise, recordedVersion, stamped, stampIn } from './versions.ts'

test.each(projections)('$name has its next version if its SQL or source changed (npm run fix)', async it => {
  const [current, recorded] = [await currentVersion(it), await recordedVersion(it)]
  expect(isToRaise(current, recorded), 'changed in its version').toBe(false)
  expect(recorded, 'npm run fix writes it down').toEqual(current)
})

const shipped = { version: 2, source: 'a' }
test.each([
  ['if it changed in the version that others have', { version: 2, source: 'b' }, shipped, true],
  ['if it went back to an older number', { version: 1, source: 'b' }, shipped, true],
  ['not if nothing changed', shipped, shipped, false],
  ['not if it already has it', { version: 3, source: 'b' }, shipped, false],
  ['not for a new projection', { version: 1, source: 'c' }, null, false],
])('the next version is required %s', (_, current, recorded, expected) =>
  expect(isToRaise(current, recorded)).toBe(expected),
)

test('the first line of the SQL names the version, once', () => {
  const text = 'create table bots ();\n'
  const first = stamped(text, shipped)
  expect(first).toBe(`-- version 2, made of a\n${text}`)
  expect(stamped(first, { version: 3, source: 'b' })).toBe(`-- version 3, made of b\n${text}`)
  expect([first, text, text + first].map(stampIn)).toEqual([shipped, null, null])
})
