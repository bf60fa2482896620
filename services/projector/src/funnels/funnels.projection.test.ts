import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { funnels } from './funnels.projection.ts'

const id = '0198a000-0000-7000-8000-0000000000bb'
const [first, second] = ['2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z']
const when = (recordedAt: string) => ({ stream: streams.funnel(id), recordedAt })
const definition = {
  by: 'visit' as const,
  steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  ...{ windowSeconds: 60, from: first, to: second },
}
const saved = happened('FunnelSaved', { name: 'Contatti', definition }, when(first))
const by = <Event extends { metadata: { actor: string } }>(actor: string, event: Event): Event => ({
  ...event,
  metadata: { ...event.metadata, actor },
})

test('a funnel has its last saved state and author', () => {
  const wider = { ...definition, windowSeconds: 120 }
  const changed = by(
    'admin:altra',
    happened('FunnelChanged', { name: 'Larghi', definition: wider }, when(second)),
  )
  const row = { id, name: 'Larghi', definition: wider, savedBy: 'admin:altra', savedAt: second }
  expect(rowsAfter(funnels, [saved, changed])).toEqual([{ ...row, position: changed.position }])
})

test('a deleted funnel disappears', () => {
  expect(rowsAfter(funnels, [saved, happened('FunnelDeleted', {}, when(second))])).toEqual([])
})
