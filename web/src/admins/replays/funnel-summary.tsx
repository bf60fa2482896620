import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import { funnelAddress, isSameDefinition } from '../funnels/builder/draft.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { funnelInWords } from './replay-words.ts'

/** The saved funnel that counts the same. */
export const sameAmong = (saved: readonly SavedFunnel[], definition: FunnelDefinition) =>
  saved.find(one => isSameDefinition(one.definition, definition))

type Props = {
  definition: FunnelDefinition
  /** The id of the saved funnel that it was changed from; empty: none. */
  from: string
}

export function FunnelSummary({ definition, from }: Props) {
  const saved = useSavedFunnels().data?.view.funnels ?? []
  const same = sameAmong(saved, definition)
  const before = saved.find(({ id }) => id === from)
  return (
    <section aria-label="Il funnel" className="replay-funnel">
      <p>
        {same ? `Il funnel salvato «${same.name}»` : 'Un funnel non salvato così'}:{' '}
        {funnelInWords(definition)}.{' '}
        <Link to={same ? `/admin/funnels?saved=${same.id}` : funnelAddress(definition)}>Apri il funnel</Link>
      </p>
      {before && !isSameDefinition(before.definition, definition) && (
        <p className="quiet">
          Cambiato rispetto a «{before.name}»: {funnelInWords(before.definition)}.
        </p>
      )}
    </section>
  )
}
