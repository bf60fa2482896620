import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
import { reportLinks } from './report-links.projection.ts'

const link = '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const at = (minute: number) => ({
  stream: streams.reportLink(link),
  recordedAt: `2026-01-01T10:0${minute}:00.000Z`,
})

test('each opening of a link counts, and the last one is named', async () => {
  const linked = recordedFixture('ReportLinked', at(0))
  const opened = [1, 2].map(minute => recordedFixture('ReportLinkOpened', at(minute)))
  const fresh = { id: link, openings: 0, lastAt: null, revokedAt: null }
  expect(await rowsAfter(reportLinks, [linked])).toMatchObject([fresh])
  const used = { id: link, openings: 2, lastAt: '2026-01-01T10:02:00.000Z', revokedAt: null }
  expect(await rowsAfter(reportLinks, [linked, ...opened])).toMatchObject([used])
})

test('a revoked link stays in the list', async () => {
  const events = [recordedFixture('ReportLinked', at(0)), recordedFixture('ReportLinkRevoked', at(3))]
  expect(await rowsAfter(reportLinks, events)).toMatchObject([{ revokedAt: '2026-01-01T10:03:00.000Z' }])
})
