import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { count, percent } from '../../../components/format.ts'
import { useFilters } from '../../parts/filters/filters.ts'
import { SideKinds } from '../../parts/filters/side-kinds.tsx'
import { ViewState } from '../../parts/page/view-state.tsx'
import { eventName } from '../../parts/words/event-name.tsx'
import { withoutOrigin } from '../../parts/words/labels.ts'
import { valueName } from '../builder/words.ts'
import { useInstead } from '../funnels-data.ts'

type Next = InsteadView['next'][number]

/** Without our origin and without query: campaigns would split a page. */
function conditionName({ field, value }: Next['where'][number]): string {
  if (field !== 'page') return valueName(field, value)
  return withoutOrigin(value).replace(/\?.*$/s, '') || '/'
}

const nameOf = ({ event, where }: Next) =>
  event === null ? 'Nient’altro' : [eventName(event), ...where.map(conditionName)].join(' · ')

/** Rows of the same name are added up, the most frequent first. */
function sumByName({ next, count: all }: InsteadView) {
  const counts = new Map<string, number>()
  for (const row of next) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.count)
  return [...counts]
    .map(([name, count]) => ({ name, count, share: all > 0 ? (count / all) * 100 : 0 }))
    .sort((one, other) => other.count - one.count)
}

/** What those did who were lost after a step, and the refusals that they met. */
export function Instead({ definition, step }: { definition: FunnelDefinition; step: number }) {
  const filters = useFilters()
  const answer = useInstead(definition, step, filters.getAll('also'))
  const data = answer.data?.view
  const rows = data ? sumByName(data) : []
  return (
    <section aria-label={`Cosa hanno fatto invece, dopo il passo ${step}`}>
      <h3>Cosa hanno fatto invece</h3>
      <SideKinds filters={filters} />
      {!data && <ViewState answer={answer} />}
      {data && rows.length === 0 && <p className="quiet">Niente di registrato.</p>}
      {rows.length > 0 && (
        <ol className="instead">
          {rows.map(row => (
            <li key={row.name} style={{ '--share': `${row.share}%` }}>
              <span>{row.name}</span>
              <span className="instead-count">
                <span>{count(row.count)}</span> <span className="quiet">{percent(row.share)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {data && rows.reduce((all, row) => all + row.count, 0) < data.count && (
        <p className="quiet small">Qui stanno le cose più frequenti: gli altri ne hanno fatte di più rare.</p>
      )}
      {data && data.refusals.length > 0 && (
        <>
          <h3>Rifiuti incontrati</h3>
          <ul className="instead">
            {data.refusals.map(({ action, reason, count: amount }) => (
              <li key={`${action} ${reason}`}>
                <span>
                  <span>{reason || 'Senza una frase'}</span> <span className="mono quiet">{action}</span>
                </span>
                <span className="instead-count">{count(amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
