import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelUnit } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import { streamAddress } from '../parts/links.tsx'
import { MomentOf } from '../parts/times.tsx'
import { draftOf } from './draft.ts'
import { writeDraft } from './draft-address.ts'
import { spanInWords } from './time-spans.ts'

type Props = { definition: FunnelDefinition; unit: FunnelUnit }

/** A visit is opened with the funnel by which somebody came, in the words of its own address: it shows where the steps are. */
function addressOf(definition: FunnelDefinition, id: string): string {
  if (definition.by === 'customer') return `/admin/customers/${encodeURIComponent(id)}`
  const funnel = new URLSearchParams()
  writeDraft(funnel, draftOf(definition))
  return `/admin/visits/${encodeURIComponent(id)}?${new URLSearchParams({ funnel: String(funnel) })}`
}

/** A visit or a customer: when, how far, and where to look at all of it. */
export function UnitRow({ definition, unit: { id, startedAt, reachedAt, reached } }: Props) {
  const tookSeconds = (Date.parse(reachedAt) - Date.parse(startedAt)) / 1_000
  const isVisit = definition.by === 'visit'
  return (
    <li>
      <Link className="mono" to={addressOf(definition, id)}>
        {id}
      </Link>
      <span className="unit-said">
        <MomentOf at={startedAt} />, {reached} di {definition.steps.length} passi
        {reached > 1 && ` in ${tookSeconds === 0 ? 'un istante' : spanInWords(tookSeconds)}`}
        {' · '}
        <Link
          to={streamAddress(`${isVisit ? 'visit' : 'account'}-${id}`)}
          aria-label={`Cronologia ${isVisit ? 'della visita' : 'del cliente'} ${id}`}
        >
          Cronologia
        </Link>
      </span>
    </li>
  )
}
