import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { settings } from './settings.projection.ts'

const changed = (measurementId: string) =>
  happened('MeasurementIdChanged', { measurementId }, { stream: streams.settings('analytics') })

test('the last measurement id counts, and is empty after clearing', () => {
  expect(rowsAfter(settings, [changed('G-ABCD'), changed('G-EFGH')])).toEqual([
    { name: 'analytics', measurementId: 'G-EFGH' },
  ])
  expect(rowsAfter(settings, [changed('G-ABCD'), changed('')])).toMatchObject([{ measurementId: '' }])
})
