import { type AlarmDefinition, alarmDefinition, saveAlarm as rule } from '@tba/events/alarms/definition.ts'
import type { AlarmView } from '@tba/events/alarms/views.ts'
import { weekdays } from '@tba/events/alarms/words.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { type ReactNode, useState } from 'react'
import { count } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { readFailure, useAction } from '../api/reads.ts'
import { Check, Select, TextButton, TypedField } from '../parts/filters/controls.tsx'
import { FilterMenu } from '../parts/filters/menus.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { eventChoices, eventName, stepInteractionChoices } from '../parts/words/event-name.tsx'
import { saveAlarm, useTrial } from './alarms-data.ts'

type Draft = AlarmDefinition & { name: string }

const firstDraft: Draft = {
  name: 'Nessuna richiesta',
  series: [{ event: 'LeadSubmitted' }, { event: 'QuestionnaireSubmitted' }],
  count: 'events',
  kind: 'silence',
  hours: 6,
  holidays: true,
  open: { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '18:00' },
}
const draftOf = ({ name, definition }: AlarmView): Draft => ({ name, ...definition })

const counts = [
  { value: 'events', label: 'eventi' },
  { value: 'visits', label: 'visite' },
  { value: 'persons', label: 'persone' },
] as const
const kinds = [
  { value: 'silence', label: 'non ce n’è nessuno' },
  { value: 'below', label: 'sono meno di' },
  { value: 'above', label: 'sono più di' },
  { value: 'change', label: 'variano di (%)' },
] as const
const firstValues = { silence: undefined, below: 5, above: 50, change: -50 } as const

const choices = () => [...stepInteractionChoices, ...eventChoices]
const filterOf = ({ event, where = [] }: Draft['series'][number]) => filterOfStep({ event, where })

const Rule = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="alarm-rule">
    <span aria-hidden>{name}</span>
    {children}
  </div>
)

type NumberProps = { label: string; value: number | undefined; set: (value: number) => void; unit?: string }
const NumberField = ({ label, value, set, unit }: NumberProps) => (
  <span className="alarm-number">
    <TypedField
      type="number"
      step="any"
      aria-label={label}
      value={String(value ?? '')}
      onCommit={typed => typed !== '' && set(Number(typed))}
    />
    {unit && <span aria-hidden>{unit}</span>}
  </span>
)

type EditProps = { draft: Draft; change: (draft: Draft) => void }

function Counted({ draft, change }: EditProps) {
  const { series, kind, value, least } = draft
  const chosen = series.map(filterOf)
  function toggle(filter: string) {
    const others = series.filter(step => filterOf(step) !== filter)
    change({ ...draft, series: others.length < series.length ? others : [...series, stepOf(filter)] })
  }
  function choose(next: Draft['kind']) {
    const { value: _, least: __, ...same } = draft
    const first = firstValues[next]
    change({
      ...same,
      kind: next,
      ...(first !== undefined && { value: first }),
      ...(next === 'change' && { least: 10 }),
    })
  }
  return (
    <>
      <Rule name="Di questi eventi">
        <FilterMenu
          name="Eventi"
          hint="Cerca un evento…"
          multiple
          choices={choices}
          chosen={chosen}
          choose={toggle}
          shown={chosen.map(eventName).join(', ') || 'Scegli…'}
        />
      </Rule>
      <Rule name="Si contano">
        <Select
          aria-label="Si contano"
          options={counts}
          value={draft.count}
          choose={count => change({ ...draft, count })}
        />
      </Rule>
      <Rule name="Scatta se">
        <Select aria-label="Scatta se" options={kinds} value={kind} choose={choose} />
        {kind !== 'silence' && (
          <NumberField label="Valore" value={value} set={value => change({ ...draft, value })} />
        )}
        {kind === 'change' && (
          <NumberField
            label="Minimo in media"
            unit="in media almeno"
            value={least}
            set={least => change({ ...draft, least })}
          />
        )}
      </Rule>
      {kind === 'change' && (
        <p className="quiet small">
          Rispetto alle stesse ore di quattro settimane: sotto zero è un calo. Da pochi, o per caso, non
          scatta.
        </p>
      )}
    </>
  )
}

function Hours({ draft, change, proposed }: EditProps & { proposed: number | null }) {
  const { hours, open, holidays = false } = draft
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  const { open: _, ...always } = draft
  return (
    <>
      <Rule name="In quante ore">
        <NumberField label="Ore" value={hours} unit="ore" set={hours => set({ hours })} />
        {proposed !== null && proposed !== hours && (
          <TextButton onClick={() => set({ hours: proposed })}>
            {`Usa ${count(proposed)}: con le tue pause suona al massimo tre volte`}
          </TextButton>
        )}
      </Rule>
      <Rule name="Ore di apertura">
        <Check
          checked={open !== undefined}
          set={isOpen => change(isOpen ? { ...draft, open: firstDraft.open } : always)}
        >
          Conta solo queste ore
        </Check>
        {open && (
          <>
            <fieldset className="alarm-days">
              <legend className="visually-hidden">Giorni</legend>
              {weekdays.map((name, at) => (
                <Check
                  key={name}
                  checked={open.days.includes(at + 1)}
                  set={isOn => {
                    const others = open.days.filter(day => day !== at + 1)
                    set({ open: { ...open, days: isOn ? [...others, at + 1].sort() : others } })
                  }}
                >
                  {name}
                </Check>
              ))}
            </fieldset>
            {(['from', 'to'] as const).map(end => (
              <TypedField
                key={end}
                type="time"
                aria-label={end === 'from' ? 'Dalle' : 'Alle'}
                value={open[end]}
                onCommit={time => set({ open: { ...open, [end]: time } })}
              />
            ))}
          </>
        )}
        <Check checked={holidays} set={holidays => set({ holidays })}>
          Festivi italiani esclusi
        </Check>
      </Rule>
    </>
  )
}

const times = (amount: number) => (amount === 1 ? '1 volta' : `${count(amount)} volte`)
const shownFirings = 10

/** «in 90 giorni»; the log may be younger. */
const within = (days: number) =>
  `in ${days === 1 ? 'un giorno' : `${days} giorni`}${days < 90 ? ', da quando ci sono dati' : ''}`

/** «Avrebbe suonato 3 volte in 90 giorni», with the dates. */
function Trial({ answer: { data, error } }: { answer: ReturnType<typeof useTrial> }) {
  if (error) return <p className="small">{readFailure(error)}</p>
  if (!data) return <p className="quiet small">Si conta su 90 giorni…</p>
  const { firings, days } = data.view
  const last = firings.slice(-shownFirings).toReversed()
  return (
    <>
      <p>
        <strong>
          {firings.length === 0
            ? `Non avrebbe mai suonato ${within(days)}`
            : `Avrebbe suonato ${times(firings.length)} ${within(days)}`}
        </strong>
      </p>
      {last.length > 0 && (
        <ul className="alarm-firings">
          {last.map(({ from, to }) => (
            <li key={from}>
              <MomentOf at={from} />
              <span>{' – '}</span>
              {to ? <MomentOf at={to} /> : <span>suona ora</span>}
            </li>
          ))}
        </ul>
      )}
      {firings.length > shownFirings && (
        <p className="quiet small">{`Sono elencate le ultime ${shownFirings}.`}</p>
      )}
    </>
  )
}

/** `alarm` null: a new one. */
type Props = { alarm: AlarmView | null; close: () => void; saved: () => Promise<unknown> }

/** The button that opened the form is gone. */
const focus = (field: HTMLInputElement | null) => field?.focus()

export default function AlarmForm({ alarm, close, saved }: Props) {
  const id = alarm?.id ?? null
  const [draft, change] = useState(alarm ? draftOf(alarm) : firstDraft)
  const { busy, run } = useAction('Avviso non salvato: riprova.')
  const { name: _, ...definition } = draft
  const checked = rule.safeParse(draft)
  const trial = useTrial(alarmDefinition.safeParse(definition).data ?? null)
  const save = () =>
    run(async () => {
      if (!checked.success) return
      await saveAlarm(id, checked.data)
      close()
      await saved()
    }, 'Avviso salvato')
  return (
    <section className="alarm-form" aria-labelledby="alarm-form-title">
      <h2 id="alarm-form-title">{id ? 'Cambia l’avviso' : 'Nuovo avviso'}</h2>
      <Rule name="Nome">
        <input
          ref={focus}
          className="text-filter"
          aria-label="Nome"
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => change({ ...draft, name: target.value })}
        />
      </Rule>
      <Counted draft={draft} change={change} />
      <Hours draft={draft} change={change} proposed={trial.data?.view.proposedHours ?? null} />
      <div role="status">
        {checked.success ? (
          <Trial answer={trial} />
        ) : (
          <p className="field-error">{checked.error.issues[0]?.message}</p>
        )}
      </div>
      <div className="filter-line">
        <CommandButton busy={busy} disabled={!checked.success} onClick={save}>
          Salva l’avviso
        </CommandButton>
        <TextButton onClick={close}>Chiudi</TextButton>
      </div>
      <p className="quiet small">La lettera arriva a chi lo salva. Non scrivere nel nome dati di persone.</p>
    </section>
  )
}
