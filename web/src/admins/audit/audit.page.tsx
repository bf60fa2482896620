import {
  type AuditPage as AuditAnswer,
  type AuditEntry,
  type AuditWhat,
  auditPage,
  auditWhat,
} from '@tba/events/audit/views.ts'
import { eventsByCategory } from '@tba/events/streams.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { useList } from '../api/pages.ts'
import { FilterSelect, TextButton } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { type Column, PagedList } from '../parts/lists/data-table.tsx'
import { MaskNote } from '../parts/page/mask-note.tsx'
import { ReadButton } from '../parts/page/read-button.tsx'
import { type PickedPeriod, periodWriter, readPeriod } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { mask, useEmailOf } from '../parts/words/actors.tsx'
import { EventName, eventName } from '../parts/words/event-name.tsx'
import { eventValue } from '../parts/words/event-values.ts'
import { projectionName } from '../parts/words/labels.ts'
import { eventAddress, personAddress, receiptAddress, streamAddress } from '../parts/words/links.tsx'
import { streamKind } from '../streams/stream-head.tsx'

const auditWords: Record<AuditWhat, string> = {
  signedIn: 'Accesso',
  signedOut: 'Uscita',
  looked: 'Consultazione',
  opened: 'Apertura',
  asked: 'Domanda in SQL',
  exported: 'Esportazione',
  changed: 'Modifica',
  replayed: 'Replica',
  rebuilt: 'Ricostruzione',
  retried: 'Ritentativo',
  skipped: 'Salto',
  erased: 'Cancellazione',
  failed: 'Tentativo fallito',
}

const actions = [
  { value: '', label: 'tutto' },
  ...auditWhat.options.map(what => ({ value: what, label: auditWords[what] })),
]

type Props = { filters: ReturnType<typeof useFilters>; admins: AuditAnswer['admins']; picked: PickedPeriod }

function AuditFilters({ filters, admins, picked }: Props) {
  const choice = (name: 'admin' | 'what', label: string, options: typeof actions) => (
    <label className="filter-choice" htmlFor={name}>
      <span>{label}</span> <FilterSelect filters={filters} name={name} label={label} options={options} />
    </label>
  )
  const emails = admins.map(({ id, email }) => ({ value: id, label: shownEmail(email) ?? id }))
  const names = ['admin', 'what', 'period', 'from', 'to']
  return (
    <search className="filter-line">
      {choice('admin', 'Chi', [{ value: '', label: 'tutti' }, ...emails])}
      {choice('what', 'Che cosa', actions)}
      <PeriodPicker picked={picked} pick={periodWriter(filters)} none="Sempre" />
      {filters.queryOf(names) !== '' && (
        <TextButton onClick={() => filters.clear(names)}>Togli i filtri</TextButton>
      )}
    </search>
  )
}

const isStream = (text: string) =>
  Object.hasOwn(eventsByCategory, text.split('-')[0] ?? '') && text.includes('-')

const columns: Column<AuditEntry>[] = [
  { name: 'Quando', width: '16%', cell: ({ at }) => <MomentOf at={at} /> },
  {
    name: 'Chi',
    width: '20%',
    cell: ({ admin }) =>
      admin ? (
        <span title={admin.id}>{shownEmail(admin.email) ?? mask}</span>
      ) : (
        <span className="quiet">il sistema</span>
      ),
  },
  { name: 'Che cosa', width: '14%', cell: ({ what }) => auditWords[what] },
  {
    name: 'Evento',
    width: '22%',
    cell: ({ id, type, further }) => (
      <>
        <Link to={eventAddress(id)}>
          <EventName type={type} />
        </Link>
        {further !== null && <span>{further === 1 ? ', un’altra volta' : `, altre ${further} volte`}</span>}
      </>
    ),
  },
  { name: 'Su che cosa', width: '28%', cell: targetCell },
]

function targetCell(entry: AuditEntry) {
  const { type, persons, opened } = entry
  const isJoin = type === 'PersonsJoined' && persons.length > 0
  return (
    <div>
      {!isJoin && <Thing {...entry} />}
      {persons.map(({ id, name, number }, at) => (
        <span key={id}>
          <span>{at > 0 ? ' e ' : !isJoin && ' di '}</span>
          <Link to={personAddress(id)}>{name ?? 'una persona senza nome'}</Link>
          {number !== null && <span>{`, cliente n. ${number}`}</span>}
        </span>
      ))}
      {opened?.reason && <span>{`, «${opened.reason}»`}</span>}
    </div>
  )
}

function Thing({ target, stream, type, opened, name, persons }: AuditEntry) {
  const about = target ?? stream
  const thingName = useThingName(about, name)
  if (opened) return <Link to={eventAddress(opened.eventId)}>{eventName(opened.type)}</Link>
  if (persons.length > 0) return <span>{streamKind(about)}</span>
  if (!isStream(about))
    return <span>{type === 'PersonsJoined' ? 'Persone cancellate' : eventValue('list', about)}</span>
  const receipt = about.startsWith('receipt-') && about.slice('receipt-'.length)
  return (
    <Link to={receipt ? receiptAddress(receipt) : streamAddress(about)} title={about}>
      <span>{thingName}</span>
    </Link>
  )
}

const ofPersons = new Set(['account', 'setup', 'lead', 'questionnaire', 'request'])

/** A name instead of an id. */
function useThingName(about: string, name: string | null): string {
  const emailOf = useEmailOf()
  const [category = '', ...id] = about.split('-')
  if (category === 'admin') return emailOf(`admin:${id.join('-')}`) ?? `Account della console ${mask}`
  if (category === 'projection') return `Proiezione ${projectionName(id.join('-'))}`
  if (ofPersons.has(category)) return `${streamKind(about)} di chi è stato cancellato`
  return name === null ? streamKind(about) : `${streamKind(about)} «${name}»`
}

/** Its group has the same short name. */
const title = 'Registro delle azioni'

export default function AuditPage() {
  usePageTitle(title)
  const filters = useFilters()
  const { picked, parameters } = readPeriod(filters.get)
  const query = filters.queryOf(['admin', 'what'], parameters)
  const list = useList(`/api/admin/audit?${query}`, auditPage, ({ entries }) => entries)
  // After a failed read: those of the last answer.
  const [admins, setAdmins] = useState<AuditAnswer['admins']>([])
  const [first] = list.pages
  if (first && first.admins !== admins) setAdmins(first.admins)
  return (
    <main className="console">
      <header className="console-title">
        <h1>{title}</h1>
        <p className="quiet small">
          Che cosa è stato fatto nella console, e che cosa non è riuscito: di ogni ora il primo tentativo
          fallito di un account si vede subito, quanti altri sono stati si vede alla fine dell’ora.
        </p>
        <ReadButton isBusy={list.isValidating} read={list.mutate} />
      </header>
      <MaskNote />
      <AuditFilters filters={filters} admins={admins} picked={picked} />
      <PagedList
        caption="Che cosa è stato fatto nella console"
        columns={columns}
        list={list}
        words={{
          more: 'Mostra i precedenti',
          none: 'Nessuno ha fatto niente del genere, in questo periodo.',
        }}
      />
    </main>
  )
}
