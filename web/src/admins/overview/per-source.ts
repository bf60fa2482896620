import { funnelAddress } from '../funnels/builder/draft.ts'
import type { OverviewAddress } from './overview-address.ts'

/** The funnel from a visit to this event, by source, in the same period and the one before: where a change comes from. */
export const perSource = (event: string, { picked: { moving, from, to }, filters }: OverviewAddress) =>
  funnelAddress({
    by: 'visit',
    steps: [{ event: 'VisitStarted' }, { event }],
    windowSeconds: 3_600,
    ...(moving ? { period: moving } : { from, to }),
    ...(filters.of('bots') === 'true' && { bots: true }),
    ...{ breakdown: 'source', compareTo: 'previous', equalAge: true },
  })
