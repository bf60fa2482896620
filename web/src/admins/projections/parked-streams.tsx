import { Button } from '@radix-ui/themes'
import type { ProjectionStatus } from '@tba/events/projections/views.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { count } from '../../components/format.ts'
import { useAction } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { EventName, eventName } from '../parts/words/event-name.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { eventAddress, streamAddress } from '../parts/words/links.tsx'
import { type ParkedRow, requestParked } from './projections-data.ts'

const failed = 'Richiesta non riuscita: riprova.'
const requested = { retry: 'Ritentativo richiesto', skip: 'Salto richiesto' }

type Actions = { retry: (row: ParkedRow) => void; skip: (row: ParkedRow) => void }

function actionsCell(row: ParkedRow, { retry, skip }: Actions) {
  if (row.asked) return <span className="quiet">{requested[row.asked]}</span>
  return (
    <span className="parked-choices">
      <Button variant="outline" aria-label={`Ritenta ${row.stream}`} onClick={() => retry(row)}>
        Ritenta
      </Button>
      <Button variant="outline" aria-label={`Salta… ${row.stream}`} onClick={() => skip(row)}>
        Salta…
      </Button>
    </span>
  )
}

const columnsFor = (actions: Actions): Column<ParkedRow>[] => [
  {
    name: 'Proiezione',
    width: '12%',
    cell: ({ name }) => <strong title={name}>{projectionName(name)}</strong>,
  },
  {
    name: 'Flusso',
    width: '22%',
    cell: ({ stream }) => (
      <Link to={streamAddress(stream)}>
        <code>{stream}</code>
      </Link>
    ),
  },
  {
    name: 'Evento',
    width: '16%',
    cell: ({ eventId, type, revision }) => (
      <Link to={eventAddress(eventId)}>
        <EventName type={type} /> <span>{`(n. ${revision})`}</span>
      </Link>
    ),
  },
  { name: 'Errore', width: '20%', cell: ({ error, tries }) => `${error} (${triesOf(tries)})` },
  { name: 'Dal', width: '12%', cell: ({ since }) => <MomentOf at={since} /> },
  { name: 'Che fare', width: '18%', cell: row => actionsCell(row, actions) },
]

const triesOf = (tries: number) => (tries === 1 ? '1 tentativo' : `${count(tries)} tentativi`)

type Props = { projections: readonly ProjectionStatus[]; changed: () => Promise<unknown> }

/** Streams that a projection stopped at an event. */
export function ParkedStreams({ projections, changed }: Props) {
  const { run } = useAction(failed)
  const [toSkip, setToSkip] = useState<ParkedRow | null>(null)
  const all = projections.flatMap(({ name, parked }) =>
    parked.map(stream => ({ ...stream, name, id: `${name} ${stream.stream}` })),
  )
  const retry = (row: ParkedRow) => run(() => requestParked('retry', row).finally(changed), requested.retry)
  const mayManage = usePermission('manage-projections')
  const columns = columnsFor({ retry, skip: setToSkip }).filter(
    ({ name }) => mayManage || name !== 'Che fare',
  )
  if (all.length === 0) return null
  return (
    <section className="parked-streams">
      <h2>Flussi in attesa</h2>
      <p className="quiet small">
        La proiezione non prende un evento, e di quel flusso nemmeno i successivi; tutto il resto prosegue. Si
        ritenta dopo aver corretto la causa.
      </p>
      <DataTable caption="Flussi in attesa" columns={columns} rows={all} />
      {toSkip && (
        <RemoveDialog
          words={{
            title: 'Salta l’evento',
            text: skipWarning(toSkip),
            confirm: 'Salta per sempre',
            done: requested.skip,
            failed,
          }}
          remove={() => requestParked('skip', toSkip).finally(changed)}
          close={() => setToSkip(null)}
        />
      )}
    </section>
  )
}

const skipWarning = ({ name, stream, type, revision }: ParkedRow) =>
  `«${eventName(type)}», il numero ${revision} di ${stream}, resta nel registro, ma la proiezione ${projectionName(name)} non ne terrà mai conto: nemmeno se viene ricostruita. Quello che dice mancherà dalle sue tabelle. Gli eventi successivi del flusso vengono presi. Non si può annullare.`
