import { emptyDraft } from '../funnels/builder/draft.ts'
import { writeDraft } from '../funnels/builder/draft-address.ts'
import type { OverviewAddress } from './overview-address.ts'

const step = (event: string) => ({ event, where: [] })

/** The funnel from a visit to this event, by source, in the same period and the one before: where a change comes from. */
export function perSource(event: string, { picked, filters }: OverviewAddress): string {
  const { moving, ...period } = picked
  const params = new URLSearchParams()
  writeDraft(params, {
    ...emptyDraft(),
    ...{ moving, period, bots: filters.of('bots') === 'true' },
    ...{ steps: [step('VisitStarted'), step(event)], breakdown: 'source', compareTo: 'previous' },
  })
  return `/admin/funnels?${params}`
}
