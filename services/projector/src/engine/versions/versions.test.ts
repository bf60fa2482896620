import { describe, expect, test } from 'vitest'
import { projections } from '../../projections.ts'
import { currentVersions, recordedVersions, toRaise } from './versions.ts'

test('a projection whose SQL or source changed has its next version (npm run fix gives it)', async () => {
  const current = await currentVersions(projections)
  const recorded = await recordedVersions(projections)
  expect(toRaise(current, recorded), 'changed in their version').toEqual([])
  expect(recorded, 'npm run fix writes it down').toEqual(current)
})

describe('the next version is asked for', () => {
  const shipped = { bots: { version: 2, source: 'a' } }
  test.each([
    ['where it changed in the version that others have', { version: 2, source: 'b' }, ['bots']],
    ['where it went back to an older number', { version: 1, source: 'b' }, ['bots']],
    ['not where nothing changed', { version: 2, source: 'a' }, []],
    ['not where it has it', { version: 3, source: 'b' }, []],
  ])('%s', (_, bots, raised) => {
    expect(toRaise({ bots }, shipped)).toEqual(raised)
  })
  test('not of a new projection', () => {
    expect(toRaise({ notes: { version: 1, source: 'c' } }, shipped)).toEqual([])
  })
})
