import type { RequestDetail } from '@tba/events/requests/views.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { type Fact, Facts } from '../../components/facts.tsx'
import { usePermission } from '../api/token.ts'
import { useShortcuts } from '../history/shortcuts.ts'
import { CopyButton, FilterButton, TextButton } from '../parts/filters/controls.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { duration } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { PhoneLink, personAddress, VisitLinks, whatsappAddress } from '../parts/words/links.tsx'
import { Notes } from '../people/notes.tsx'
import { NoteForm } from './notes.tsx'
import { useOwnerName, useRequest, type useRequests } from './requests-data.ts'
import { submittedFacts } from './submitted.tsx'
import { CallAt, kindNames, stateNames } from './words.tsx'
import { Work } from './work.tsx'
import '../people/people.css'

type Props = {
  id: string
  /** Where it was opened. */
  list: ReturnType<typeof useRequests>
  open: (id: string) => void
  close: () => void
}

export default function RequestDrawer({ id, list, open, close }: Props) {
  const { data, isMissing, ...answer } = useRequest(id)
  const detail = isMissing ? undefined : data
  return (
    <Drawer
      title={detail?.request.name ?? 'Richiesta'}
      actions={<Neighbours id={id} list={list} open={open} />}
      close={close}
    >
      <div className="person-sheet">
        {detail ? (
          <RequestSheet detail={detail} open={open} readAgain={list.readAll} />
        ) : isMissing ? (
          <p className="quiet">Non c’è più: forse è stata cancellata.</p>
        ) : (
          <ViewState answer={answer} />
        )}
      </div>
    </Drawer>
  )
}

/** If a request has left the list, the next one stands at its place. */
function Neighbours({ id, list, open }: Pick<Props, 'id' | 'list' | 'open'>) {
  const { rows, isComplete, more } = list
  const found = rows.findIndex(row => row.id === id)
  const [place, setPlace] = useState(found)
  if (found >= 0 && found !== place) setPlace(found)
  const before = rows[place - 1]
  const next = rows[found < 0 ? place : place + 1]
  const isLast = place >= 0 && !next
  const readOn = useEffectEvent(() => isComplete || void more())
  useEffect(() => {
    if (isLast) readOn()
  }, [isLast])
  const steps = [
    { key: 'k', name: 'Precedente', row: before },
    { key: 'j', name: 'Prossima', row: next },
  ].map(({ row, ...step }) => ({ ...step, row, go: () => row && open(row.id) }))
  useShortcuts(Object.fromEntries(steps.map(({ key, go }) => [key, go])))
  return (
    <nav className="request-line request-neighbours" aria-label="Nell’elenco">
      {steps.map(({ key, name, row, go }) => (
        <FilterButton key={key} disabled={!row} onClick={go}>
          <span>{name}</span> <kbd>{key}</kbd>
        </FilterButton>
      ))}
    </nav>
  )
}

type SheetProps = Pick<Props, 'open'> & { detail: RequestDetail; readAgain: () => Promise<unknown> }

function RequestSheet({ detail: { request, submitted, notes, others }, open, readAgain }: SheetProps) {
  const mayWork = usePermission('work-requests')
  const ownerName = useOwnerName()
  const { id } = request
  return (
    <>
      <Contact request={request} />
      <Section title="Che cosa ha scritto">
        <Facts className="facts request-facts request-wrote" facts={submittedFacts(submitted)} />
      </Section>
      <Facts className="facts request-facts" facts={factsOf(request, ownerName(request.owner))} />
      {mayWork && <Work request={request} readAgain={readAgain} />}
      <Section title="Note">
        {notes.length === 0 && <p className="quiet">Nessuna nota.</p>}
        <Notes notes={notes} />
        {mayWork && <NoteForm id={id} readAgain={readAgain} />}
      </Section>
      {others.length > 0 && (
        <Section title="Altre richieste della persona">
          <ul className="drawer-list">
            {others.slice(0, maxOthers).map(other => (
              <Other key={other} id={other} open={open} />
            ))}
          </ul>
        </Section>
      )}
      <Link to={personAddress(id)}>Tutto di questa persona, esporta o cancella</Link>
      {submitted.visitId && <VisitLinks id={submitted.visitId} />}
    </>
  )
}

/** Each is read, and each look is recorded. The page of the person has them all. */
const maxOthers = 5

type Request = RequestDetail['request']

function Contact({ request: { email, phone, dial } }: { request: Request }) {
  const whatsapp = whatsappAddress(dial)
  const seesPersons = usePermission('see-persons')
  return (
    <p className="request-line">
      {phone && <PhoneLink typed={phone} dial={dial} />}
      {whatsapp && (
        <a href={whatsapp} target="_blank" rel="noreferrer">
          WhatsApp
        </a>
      )}
      {email && <span>{shownEmail(email)}</span>}
      {email && seesPersons && (
        <CopyButton text={email} label="Copia l’email" done="Email copiata" failed="Email non copiata" />
      )}
    </p>
  )
}

function factsOf(request: Request, ownerName: string): Fact[] {
  const { kind, state, reason, callAt, submittedAt, firstContactAt } = request
  const waited = (at: string) => (Date.parse(at) - Date.parse(submittedAt)) / 1_000
  return [
    ['Tipo', kindNames[kind]],
    ['Stato', reason ? `${stateNames[state]}: ${reason}` : stateNames[state]],
    ['Responsabile', ownerName || 'nessuno'],
    ['Richiama il', callAt && <CallAt key="call" at={callAt} />],
    ['Inviato', <MomentOf key="at" at={submittedAt} />],
    ['Primo contatto', firstContactAt && `dopo ${duration(waited(firstContactAt))}`],
  ]
}

function Other({ id, open }: { id: string; open: (id: string) => void }) {
  const { data, isMissing } = useRequest(id)
  if (!data || isMissing) return null
  const { request, submitted } = data
  const { kind, state, submittedAt, lastNote, phone, dial } = request
  return (
    <li>
      <TextButton onClick={() => open(id)}>{kindNames[kind]}</TextButton>
      <b className="badge">{stateNames[state]}</b>
      <span>
        <MomentOf at={submittedAt} /> <span>{lastNote}</span>
      </span>
      {phone && <PhoneLink typed={phone} dial={dial} />}
      <span className="one-line">
        {'deposit' in submitted ? submitted.message : submitted.additionalInfo}
      </span>
    </li>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="person-section">
    <h3>{title}</h3>
    {children}
  </section>
)
