import { Button } from '@radix-ui/themes'
import type { ProjectionStatus } from '@tba/events/projections/views.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { count } from '../../shell/format.ts'
import { hasStatus, serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { EventKind, eventName } from '../parts/event-kind.tsx'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { eventAddress, streamAddress } from '../parts/links.tsx'
import { MomentOf } from '../parts/times.tsx'
import { askParked, type Waiting } from './projections-data.ts'

const asked = { retry: 'Ritentativo richiesto', skip: 'Salto richiesto' }

type Doing = {
  ask: (way: 'retry' | 'skip', waiting: Waiting) => Promise<boolean>
  choose: (of: Waiting) => void
}

function Choices({ waiting, ask, choose }: Doing & { waiting: Waiting }) {
  if (waiting.asked) return <span className="quiet">{asked[waiting.asked]}</span>
  return (
    <span className="parked-choices">
      <Button
        variant="outline"
        aria-label={`Ritenta ${waiting.stream}`}
        onClick={() => ask('retry', waiting)}
      >
        Ritenta
      </Button>
      <Button variant="outline" aria-label={`Salta… ${waiting.stream}`} onClick={() => choose(waiting)}>
        Salta…
      </Button>
    </span>
  )
}

const columnsFor = (doing: Doing): Column<Waiting>[] => [
  { name: 'Proiezione', width: '12%', cell: ({ name }) => <strong>{name}</strong> },
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
        <EventKind type={type} /> (n. {revision})
      </Link>
    ),
  },
  { name: 'Errore', width: '20%', cell: ({ error, tries }) => `${error} (${triesOf(tries)})` },
  { name: 'Dal', width: '12%', cell: ({ since }) => <MomentOf at={since} /> },
  { name: 'Che fare', width: '18%', cell: waiting => <Choices waiting={waiting} {...doing} /> },
]

const triesOf = (tries: number) => (tries === 1 ? '1 tentativo' : `${count(tries)} tentativi`)

type Props = { projections: readonly ProjectionStatus[]; changed: () => Promise<unknown> }

/** Streams of which a projection takes in nothing, from an event on that it cannot take in. */
export function ParkedStreams({ projections, changed }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [skipping, choose] = useState<Waiting | null>(null)
  const all = projections.flatMap(({ name, parked }) =>
    parked.map(stream => ({ ...stream, name, id: `${name} ${stream.stream}` })),
  )

  /** @returns whether nothing is left to do */
  async function ask(way: 'retry' | 'skip', waiting: Waiting): Promise<boolean> {
    try {
      await askParked(way, waiting)
      toast({ title: asked[way] })
      return true
    } catch (error) {
      fail(error, serverMessage(error, 'Richiesta non riuscita: riprova.'))
      // It waits no longer, or behind another event than was shown.
      return hasStatus(error, 404, 409)
    } finally {
      void changed()
    }
  }

  if (all.length === 0) return null
  return (
    <section className="parked-streams">
      <h2>Flussi in attesa</h2>
      <p className="quiet small">
        La proiezione non prende un evento, e di quel flusso nemmeno i successivi; tutto il resto prosegue. Si
        ritenta dopo aver corretto la causa.
      </p>
      <Ledger caption="Flussi in attesa" columns={columnsFor({ ask, choose })} rows={all} />
      {skipping && (
        <SkipDialog waiting={skipping} skip={() => ask('skip', skipping)} close={() => choose(null)} />
      )}
    </section>
  )
}

type SkipProps = { waiting: Waiting; skip: () => Promise<boolean>; close: () => void }

/** Asks once more, since nobody can take it back. */
function SkipDialog({ waiting: { name, stream, type, revision }, skip, close }: SkipProps) {
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    if (await skip()) close()
    else setBusy(false)
  }
  return (
    <Dialog
      title="Salta l’evento"
      text={`«${eventName(type)}», il numero ${revision} di ${stream}, resta nel registro, ma ${name} non ne terrà mai conto: nemmeno se viene ricostruita. Quello che dice mancherà dalle sue tabelle. Gli eventi successivi del flusso vengono presi. Non si può annullare.`}
      close={close}
    >
      <div className="dialog-footer">
        <Button size="3" variant="outline" color="gray" onClick={close}>
          Annulla
        </Button>
        <CommandButton size="3" busy={busy} onClick={confirm}>
          Salta per sempre
        </CommandButton>
      </div>
    </Dialog>
  )
}
