import { troubleNames, type WatchedTrouble } from '@tba/events/alarms/states.ts'
import type { AlarmView } from '@tba/events/alarms/views.ts'
import { alarmSentence, alarmStates, unknownSentences } from '@tba/events/alarms/words.ts'
import { keysOf } from '@tba/events/keys.ts'
import { daysAfter, romeDay, startOfDay } from '@tba/events/rome-day.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/on-demand.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { Select, TextButton } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { PollingTitle } from '../parts/page/page-title.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { eventName } from '../parts/words/event-name.tsx'
import { useProjections } from '../projections/projections-data.ts'
import { deleteAlarm, snoozeAlarm, useAlarms } from './alarms-data.ts'
import './alarms.css'

const AlarmForm = lazyPart(() => import('./alarm.form.tsx'))

type StateProps = { alarm: Pick<AlarmView, 'state' | 'since' | 'reason' | 'until'> }

function State({ alarm: { state, since, reason, until } }: StateProps) {
  return (
    <>
      <span className="badge alarm-state" data-state={state}>
        {alarmStates[state]}
      </span>{' '}
      {state === 'paused' && until ? (
        <span className="quiet small">
          <span>fino al</span> <MomentOf at={until} />
        </span>
      ) : since ? (
        <span className="quiet small">
          <span>dal</span> <MomentOf at={since} />
        </span>
      ) : (
        <span className="quiet small">non ancora contato</span>
      )}
      {state === 'unknown' && since && (
        <span className="alarm-reason small">{unknownSentences[reason ?? 'behind']}</span>
      )}
    </>
  )
}

const dayMs = 86_400_000
/** The times until which an alarm pauses. */
const snoozes = {
  hour: { label: 'per un’ora', until: () => Date.now() + dayMs / 24 },
  tomorrow: { label: 'fino a domani', until: () => startOfDay(daysAfter(romeDay(new Date()), 1)) },
  week: { label: 'per una settimana', until: () => Date.now() + 7 * dayMs },
} as const
const snoozeOptions = [
  { value: '' as const, label: 'Pausa…' },
  ...keysOf(snoozes).map(value => ({ value, label: snoozes[value].label })),
]

type Actions = {
  edit: (id: string) => void
  snooze: (id: string, until: number) => void
  remove: (alarm: AlarmView) => void
}

const columnsFor = ({ edit, snooze, remove }: Actions): Column<AlarmView>[] => [
  { name: 'Avviso', width: '16%', cell: ({ name }) => name },
  {
    name: 'Suona con',
    width: '29%',
    cell: ({ definition }) => (
      <>
        <span>{definition.series.map(({ event }) => eventName(event)).join(', ')}</span>
        <span className="alarm-reason small">{alarmSentence(definition)}</span>
      </>
    ),
  },
  { name: 'Stato', width: '25%', cell: alarm => <State alarm={alarm} /> },
  { name: 'Scrive a', width: '8%', cell: ({ savedBy }) => <SavedBy actor={savedBy} /> },
  {
    name: 'Azioni',
    width: '22%',
    cell: alarm => (
      <span className="alarm-actions">
        <TextButton aria-label={`Cambia ${alarm.name}`} onClick={() => edit(alarm.id)}>
          Cambia
        </TextButton>
        {alarm.state === 'paused' ? (
          <TextButton aria-label={`Riattiva ${alarm.name}`} onClick={() => snooze(alarm.id, Date.now() - 1)}>
            Riattiva
          </TextButton>
        ) : (
          <Select
            aria-label={`Pausa di ${alarm.name}`}
            options={snoozeOptions}
            value=""
            choose={how => how && snooze(alarm.id, snoozes[how].until())}
          />
        )}
        <TextButton aria-label={`Elimina ${alarm.name}`} onClick={() => remove(alarm)}>
          Elimina
        </TextButton>
      </span>
    ),
  },
]

const productColumns: Column<WatchedTrouble & { id: string }>[] = [
  {
    name: 'Avviso',
    isHeading: true,
    cell: ({ trouble }) =>
      `${troubleNames[trouble].charAt(0).toUpperCase()}${troubleNames[trouble].slice(1)}`,
  },
  { name: 'Stato', cell: watched => <State alarm={{ ...watched, reason: null, until: null }} /> },
  { name: 'Scrive a', cell: () => <code>NOTIFY_EMAIL</code> },
]

/** Read only: what the product says of itself. */
function ProductAlarms() {
  const watched = useProjections().data?.watched ?? []
  if (watched.length === 0) return null
  return (
    <section aria-labelledby="product-title">
      <h2 id="product-title">Il prodotto stesso</h2>
      <p className="quiet small">
        Questi avvisi ci sono sempre, si guardano da soli ogni cinque minuti e non si cambiano. Le loro
        lettere vanno all’indirizzo che la configurazione chiama <code>NOTIFY_EMAIL</code>; senza, si leggono
        solo qui.
      </p>
      <DataTable
        caption="Lo stato del prodotto"
        columns={productColumns}
        rows={watched.map(each => ({ ...each, id: each.trouble }))}
      />
    </section>
  )
}

const focusButton = (line: HTMLElement | null) => line?.querySelector('button')?.focus()

export default function AlarmsPage() {
  const answer = useAlarms()
  const { data, error, mutate } = answer
  const filters = useFilters()
  const { run } = useAction('Pausa non registrata: riprova.', mutate)
  const [removed, setRemoved] = useState<AlarmView | null>(null)
  const [hasClosed, setHasClosed] = useState(false)
  const open = filters.get('alarm')
  const edited = data?.alarms.find(({ id }) => id === open)
  const columns = columnsFor({
    edit: id => filters.set('alarm', id, { push: true }),
    snooze: (id, until) => void run(() => snoozeAlarm(id, new Date(until).toISOString()), 'Pausa registrata'),
    remove: setRemoved,
  })
  return (
    <main className="console alarms-page">
      <PollingTitle title="Avvisi" data={data} error={error} />
      {!data ? (
        <ViewState answer={answer} />
      ) : data.alarms.length === 0 ? (
        <p className="quiet">
          Nessun avviso, finora. Un avviso conta da solo ogni cinque minuti, e scrive quando le richieste si
          fermano, calano o crescono: prima di salvarlo dice quando avrebbe suonato.
        </p>
      ) : (
        <DataTable caption="Gli avvisi e il loro stato" columns={columns} rows={data.alarms} />
      )}
      {data &&
        (open === 'nuovo' || edited ? (
          <Suspense>
            <AlarmForm
              key={open}
              alarm={edited ?? null}
              close={() => {
                setHasClosed(true)
                filters.set('alarm', '')
              }}
              saved={mutate}
            />
          </Suspense>
        ) : (
          <div className="filter-line" ref={hasClosed ? focusButton : null}>
            <CommandButton busy={false} onClick={() => filters.set('alarm', 'nuovo', { push: true })}>
              Nuovo avviso
            </CommandButton>
          </div>
        ))}
      <ProductAlarms />
      {removed && (
        <RemoveDialog
          words={{
            title: 'Elimina l’avviso',
            text: `«${removed.name}» non scriverà più a nessuno.`,
            done: 'Avviso eliminato',
            failed: 'Avviso non eliminato: riprova.',
          }}
          remove={() => deleteAlarm(removed.id)}
          removed={mutate}
          close={() => setRemoved(null)}
        />
      )}
    </main>
  )
}
