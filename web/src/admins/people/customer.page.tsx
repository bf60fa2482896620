import { Button } from '@radix-ui/themes'
import type { CustomerDetail } from '@tba/events/people/views.ts'
import { bots as catalogue } from '@tba/events/setup/plans.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { knownDevice } from '../../accounts/security/device.ts'
import { shownEmail } from '../../components/email.ts'
import { Facts } from '../../components/facts.tsx'
import { euro } from '../../components/format.ts'
import { planName } from '../../content/plans.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { usePermission } from '../api/token.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { DetailPage, Section } from '../parts/page/detail-page.tsx'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { MaskNote } from '../parts/page/mask-note.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { stateNames, stepNames } from '../parts/words/labels.ts'
import { PhoneLink, personAddress, streamAddress, VisitLinks } from '../parts/words/links.tsx'
import { useCustomer, useEndSessions } from './people-data.ts'
import './people.css'

const nameOf = ({ profile: { firstName, lastName } }: CustomerDetail) => `${firstName} ${lastName}`.trim()

function EndSessionsButton({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false)
  const end = useEndSessions(id)
  if (!usePermission('handle-persons')) return null
  return (
    <div className="person-actions">
      <Button variant="outline" onClick={() => setAsking(true)}>
        Chiudi le sessioni
      </Button>
      {isAsking && (
        <RemoveDialog
          words={{
            title: 'Chiudi le sessioni',
            text: 'Il cliente esce da tutti i suoi dispositivi, e deve accedere di nuovo.',
            done: 'Sessioni chiuse',
            failed: 'Sessioni non chiuse: riprova.',
            confirm: 'Chiudi le sessioni',
          }}
          remove={end}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function CustomerContent({ customer }: { customer: CustomerDetail }) {
  const { id, userId, state } = customer
  return (
    <>
      <header className="person-head">
        <h1>{nameOf(customer) || 'Senza nome'}</h1>
        <span className="badge">{stateNames[state]}</span>
        <span className="quiet">{`Cliente ${userId}`}</span>
        <Link to={personAddress(id)}>Tutto di questa persona, esporta o cancella</Link>
        <EndSessionsButton id={id} />
      </header>
      <MaskNote />
      <CustomerSheet customer={customer} />
    </>
  )
}

export default function CustomerPage() {
  const { id = '' } = useParams()
  const answer = useCustomer(id)
  usePageTitle((answer.data && nameOf(answer.data)) || 'Cliente')
  return (
    <DetailPage
      className="person"
      back={{ to: '/admin/customers', name: 'Clienti' }}
      title="Cliente"
      answer={answer}
      notFound={{
        title: 'Nessun cliente qui',
        text: 'A questo indirizzo non c’è nessuno: forse è stato cancellato.',
      }}
    >
      {customer => <CustomerContent customer={customer} />}
    </DetailPage>
  )
}

type Part<Name extends 'bots' | 'credentials' | 'sessions' | 'visits'> = CustomerDetail[Name][number]

const bots: Column<Part<'bots'>>[] = [
  { name: 'Bot', width: '30%', cell: ({ botType }) => catalogue[botType].name },
  { name: 'Strategia', width: '30%', cell: ({ strategyName }) => strategyName },
  { name: 'Capitale', width: '20%', cell: ({ allocatedAmount }) => euro(allocatedAmount) },
  { name: 'Attivato', width: '20%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

const credentials: Column<Part<'credentials'>>[] = [
  { name: 'Piattaforma', width: '30%', cell: ({ platform }) => platform },
  { name: 'Server', width: '30%', cell: ({ server }) => server },
  { name: 'Login', width: '20%', cell: ({ loginNumber }) => loginNumber },
  { name: 'Salvate', width: '20%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

/** A browser in words. The mask of an analyst is shown unchanged. */
const deviceOf = ({ device }: { device: string | null }) => knownDevice(device) ?? device

const sessions: Column<Part<'sessions'>>[] = [
  { name: 'Dispositivo', width: '40%', cell: deviceOf },
  { name: 'Rete', width: '40%', cell: ({ address }) => address },
  { name: 'Aperta', width: '20%', cell: ({ openedAt }) => <MomentOf at={openedAt} /> },
]

const visits: Column<Part<'visits'>>[] = [
  { name: 'Inizio', width: '16%', cell: ({ firstAt }) => <MomentOf at={firstAt} /> },
  { name: 'Fine', width: '16%', cell: ({ lastAt }) => <MomentOf at={lastAt} /> },
  { name: 'Pagine', width: '26%', cell: ({ pages }) => pages.join(', ') },
  { name: 'Dispositivo', width: '14%', cell: deviceOf },
  { name: 'Da dove', width: '14%', cell: ({ referrer }) => referrer },
  { name: 'Vai a', width: '14%', cell: ({ id }) => <VisitLinks id={id} /> },
]

const ListSection = <Row extends { id: string }>({ title, empty, ...list }: ListSectionProps<Row>) => (
  <Section title={title}>
    {list.rows.length === 0 ? <p className="quiet">{empty}</p> : <DataTable caption={title} {...list} />}
  </Section>
)
type ListSectionProps<Row> = { title: string; empty: string; columns: Column<Row>[]; rows: Row[] }

function profileFacts({ profile, dial }: CustomerDetail) {
  const { bio, website, linkedinUrl, twitterUrl, facebookUrl, instagramUrl, telegramUrl } = profile
  const links = [website, linkedinUrl, twitterUrl, facebookUrl, instagramUrl, telegramUrl].filter(Boolean)
  return [
    ['Email', shownEmail(profile.email)],
    ['Telefono', profile.phone && <PhoneLink key="phone" typed={profile.phone} dial={dial} />],
    ['WhatsApp', profile.whatsappNumber],
    ['Paese', profile.country],
    ['Fuso orario', profile.timezone],
    ['Biografia', bio],
    // Never a link: somebody typed it.
    ['Indirizzi', links.join(', ')],
    ['Registrato', <MomentOf key="at" at={profile.createdAt} />],
    ['Aggiornato', <MomentOf key="at" at={profile.updatedAt} />],
  ] as const
}

function Setup({ plan, setup }: CustomerDetail) {
  if (!plan || !setup)
    return <p className="quiet">Nessun piano, finora: qui staranno i passi della configurazione.</p>
  return (
    <>
      <p>
        <span>{`${planName(plan)}, deposito di ${euro(setup.deposit)}, dal`}</span>{' '}
        <MomentOf at={setup.createdAt} />
      </p>
      <ol className="person-steps">
        {setup.steps.map(({ step, done }) => (
          <li key={step} data-done={done}>
            <span>{stepNames[step]}</span> <span className="badge">{done ? 'Fatto' : 'Da fare'}</span>
          </li>
        ))}
      </ol>
      <Facts
        className="facts"
        facts={[
          ['Pagina del broker', setup.brokerLink],
          ['Schermate', setup.screenshots.join(', ')],
          ['Conclusa', setup.completedAt ? <MomentOf key="at" at={setup.completedAt} /> : null],
        ]}
      />
    </>
  )
}

export const CustomerSheet = ({ customer }: { customer: CustomerDetail }) => (
  <>
    <div className="person-columns">
      <Section title="Profilo">
        <Facts className="facts" facts={profileFacts(customer)} />
      </Section>
      <Section title="Piano e configurazione">
        <Setup {...customer} />
      </Section>
    </div>
    <ListSection title="Bot" empty="Nessun bot attivato, finora." columns={bots} rows={customer.bots} />
    <ListSection
      title="Credenziali"
      empty="Nessuna credenziale salvata, finora. Le password non si mostrano a nessuno."
      columns={credentials}
      rows={customer.credentials}
    />
    <ListSection
      title="Sessioni aperte"
      empty="Nessuna sessione aperta."
      columns={sessions}
      rows={customer.sessions}
    />
    <ListSection
      title="Visite"
      empty="Nessuna visita: qui stanno quelle fatte da chi ha accettato i cookie, per 90 giorni."
      columns={visits}
      rows={customer.visits}
    />
    <Section title="Flussi di eventi">
      <ul className="person-streams">
        {customer.streams.map(stream => (
          <li key={stream}>
            <Link to={streamAddress(stream)}>{stream}</Link>
          </li>
        ))}
      </ul>
    </Section>
  </>
)
