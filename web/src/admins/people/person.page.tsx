import type { PersonDetail } from '@tba/events/people/views.ts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { MaskNote } from '../parts/page/mask-note.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { AsOf, lastEventOf } from './person/as-of.tsx'
import { Others } from './person/others.tsx'
import { PartActions } from './person/part-actions.tsx'
import { PartList } from './person/part-list.tsx'
import { usePersonAt, usePersonHistory, useWhen } from './person/person-data.ts'
import { PersonHistory, PersonVisits } from './person/person-history.tsx'
import { amountOf } from './person/words.ts'
import './people.css'
import './person/person.css'
import '../streams/streams.css'

/** The account’s value, else that of the latest request with one. */
function latest(parts: PersonDetail['parts'], of: 'name' | 'email' | 'phone'): string | null {
  const account = parts.find(({ kind }) => kind === 'account')
  return account?.[of] ?? parts.findLast(part => part[of] !== null)?.[of] ?? null
}

export default function PersonPage() {
  const { id = '' } = useParams()
  return <OnePerson key={id} id={id} />
}

function OnePerson({ id }: { id: string }) {
  const history = usePersonHistory(id)
  const { data } = history
  usePageTitle((data && latest(data.parts, 'name')) || 'Persona')
  return (
    <DetailPage
      className="person"
      back={{ to: '/admin/people', name: 'Persone' }}
      title="Persona"
      answer={{ ...history, data }}
      notFound={{
        title: 'Nessuno qui',
        text: 'A questo indirizzo non c’è nessuno: forse è stato cancellato. La ricevuta si trova per numero, nella pagina Persone.',
      }}
    >
      {person => <PersonContent {...{ id, person, history }} />}
    </DetailPage>
  )
}

type Props = {
  id: string
  person: PersonDetail & Pick<NonNullable<ReturnType<typeof usePersonHistory>['data']>, 'rows'>
  history: ReturnType<typeof usePersonHistory>
}

function PersonContent({ id, person, history }: Props) {
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
          {[shownEmail(email), latest(parts, 'phone'), amountOf(parts)].filter(Boolean).join(' · ')}
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
          <Section title="Forse la stessa persona">
            <Others person={person} changed={changed} />
          </Section>
          <Section title="Visite">
            <PersonVisits rows={rows} />
          </Section>
        </div>
      </div>
      <Section title="Cronologia">
        <p className="quiet small">
          Tutto ciò che è suo, in un solo elenco, dal più vecchio. Premi un evento per vedere com’era allora.
        </p>
        <PersonHistory {...{ rows, history, shown }} choose={when.chooseEvent} />
      </Section>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="person-section">
    <h2>{title}</h2>
    {children}
  </section>
)
