import type { PersonDetail } from '@tba/events/people/views.ts'
import { shownEmail } from '../../../components/email.ts'
import { Section } from '../../parts/page/detail-page.tsx'
import { MaskNote } from '../../parts/page/mask-note.tsx'
import { ViewState } from '../../parts/page/view-state.tsx'
import { AsOf, lastEventOf } from './as-of.tsx'
import { Others } from './others.tsx'
import { PartActions } from './part-actions.tsx'
import { PartList } from './part-list.tsx'
import { latest, usePersonAt, type usePersonHistory, useWhen } from './person-data.ts'
import { PersonHistory, PersonVisits } from './person-history.tsx'
import { amountOf } from './words.ts'

type Props = {
  id: string
  person: PersonDetail & Pick<NonNullable<ReturnType<typeof usePersonHistory>['data']>, 'rows'>
  history: ReturnType<typeof usePersonHistory>
}

export default function PersonSheet({ id, person, history }: Props) {
  const when = useWhen()
  const past = usePersonAt(id, when.query)
  const { parts, rows } = person
  const shown = lastEventOf(rows, when)
  const isToday = when.query === ''
  const changed = () => history.mutate()
  const email = latest(parts, 'email')
  const number = parts.find(({ kind }) => kind === 'account')?.userId
  return (
    <>
      <header className="person-head">
        <h1>{latest(parts, 'name') ?? 'Senza nome'}</h1>
        {number && <span className="badge">{`Cliente ${number}`}</span>}
        <span className="quiet">
          {[!isToday && 'oggi', shownEmail(email), latest(parts, 'phone'), amountOf(parts)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <PartActions person={person} changed={changed} />
      </header>
      <MaskNote />
      <AsOf rows={rows} isWhole={history.isComplete} when={when} shown={shown} />
      <div className="person-columns">
        <Section title="Che cosa è suo">
          {isToday ? (
            <PartList person={person} isToday changed={changed} />
          ) : past.isMissing ? (
            <p className="quiet">Allora non aveva ancora lasciato nulla di suo.</p>
          ) : past.data ? (
            <PartList person={past.data} isToday={false} changed={changed} />
          ) : (
            <ViewState answer={past} />
          )}
        </Section>
        <div className="person-sheet">
          <Section title={isToday ? 'Forse la stessa persona' : 'Forse la stessa persona, oggi'}>
            <Others person={person} changed={changed} />
          </Section>
          <Section title="Visite">
            <PersonVisits rows={rows.slice(0, shown + 1)} />
          </Section>
        </div>
      </div>
      <Section title="Cronologia">
        <p className="quiet small">
          Tutto ciò che è suo, in un solo elenco, dal più vecchio. Premi un evento per vedere com’era allora.
        </p>
        <PersonHistory rows={rows} history={history} shown={shown} choose={when.chooseEvent} />
      </Section>
    </>
  )
}
