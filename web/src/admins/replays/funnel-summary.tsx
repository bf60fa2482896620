import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { SavedFunnel } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import { Facts } from '../../components/facts.tsx'
import { isSameDefinition } from '../funnels/builder/draft.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { type Change, changesFrom, funnelAddress, rulesOf } from './replay-words.ts'

type Props = {
  definition: FunnelDefinition
  /** One that counts the same gives the name. */
  saved: readonly SavedFunnel[]
}

export const sameAmong = (saved: readonly SavedFunnel[], definition: FunnelDefinition) =>
  saved.find(one => isSameDefinition(one.definition, definition))

function FunnelRules({ definition, saved }: Props) {
  const same = sameAmong(saved, definition)
  return (
    <section aria-label="Il funnel" className="replay-funnel">
      <p>
        {same ? `Il funnel salvato «${same.name}». ` : 'Un funnel non salvato così. '}
        <Link to={same ? `/admin/funnels?saved=${same.id}` : funnelAddress(definition)}>Apri il funnel</Link>
      </p>
      <Facts
        className="replay-facts"
        facts={rulesOf(definition).map(({ name, value }) => [name, value] as const)}
      />
    </section>
  )
}

const inWords = ({ name, now, before }: Change) =>
  now === null
    ? `${name}: tolto, era ${before}`
    : before === null
      ? `${name}: ${now}, in più`
      : `${name}: ${now}, era ${before}`

export function ChangeList({ from, definition }: { from: SavedFunnel; definition: FunnelDefinition }) {
  const changes = changesFrom(from.definition, definition)
  if (changes.length === 0) return <p className="small">Come «{from.name}», senza cambiamenti.</p>
  return (
    <div className="replay-changes">
      <p className="small">Cambiato rispetto a «{from.name}»:</p>
      <ul>
        {changes.map(change => (
          <li key={change.name}>{inWords(change)}</li>
        ))}
      </ul>
    </div>
  )
}

export function FunnelSummary({ definition, from }: { definition: FunnelDefinition; from: string }) {
  const saved = useSavedFunnels().data?.view.funnels ?? []
  const before = saved.find(({ id }) => id === from)
  return (
    <>
      <FunnelRules definition={definition} saved={saved} />
      {before && sameAmong([before], definition) === undefined && (
        <ChangeList from={before} definition={definition} />
      )}
    </>
  )
}
