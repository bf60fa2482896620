import type { RequestDetail } from '@tba/events/requests/views.ts'
import { type FormEvent, useState } from 'react'
import { Facts } from '../../components/facts.tsx'
import { keepHeight } from '../../components/keep-height.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { InputField } from '../../forms/field.tsx'
import { useToast } from '../../toasts/toast.ts'
import { useShortcuts } from '../history/shortcuts.ts'
import { FilterButton, Select, TextButton } from '../parts/filters/controls.tsx'
import { DayField } from '../parts/time/day-field.tsx'
import { clockAt, dayOf, momentOn } from '../parts/time/rome-time.ts'
import { useDraft } from './drafts.ts'
import { useOwnerName, useOwners } from './requests-data.ts'
import { stateNames, viewNames } from './words.tsx'
import { type Change, callIn, callTime, differences, useWork } from './work-data.ts'

type Choice = { key: string; name: string; change: () => Change }

const outcomes: readonly Choice[] = [
  { key: 'n', name: stateNames['no-answer'], change: () => ({ state: 'no-answer' }) },
  { key: 'l', name: stateNames.working, change: () => ({ state: 'working' }) },
]
const calls: readonly Choice[] = [
  { key: 'd', name: 'Domani 9:00', change: () => ({ callAt: callIn(1) }) },
  { key: 's', name: 'Tra una settimana', change: () => ({ callAt: callIn(7) }) },
]
const lostKey = 'p'
const reasons = ['Non interessa', 'Numero sbagliato', 'Ha scelto altro']

/** On a phone the pressed button stands at the end of the window. */
const showInDrawer = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** On a phone they lie over the end of the drawer. */
const keepOutcomes = (outcomes: HTMLElement | null) =>
  outcomes ? keepHeight(outcomes, outcomes.closest('.drawer'), '--outcomes') : undefined

type Choose = (change: Change) => unknown
type Props = { request: RequestDetail['request']; readAgain: () => Promise<unknown> }

/** What an administrator does after a call: each choice is one press, or one key. */
export function Work({ request, readAgain }: Props) {
  const work = useWork(request, readAgain)
  const toast = useToast()
  const ownerName = useOwnerName()
  const [isLosing, setLosing] = useState(false)
  const mayChoose = request.state !== 'won'
  function onSaved({ owner }: Change) {
    // The form of a lost one stays until it is saved: a reason that was typed is not lost.
    setLosing(false)
    if (owner === null) toast({ title: 'Ora non è di nessuno' })
    else if (owner)
      toast({ title: owner === work.own ? 'Ora è tua' : `Ora è di ${ownerName(owner)}: la trova in «Mie»` })
  }
  const choose = (change: Change) => work.busy || void work.choose(change, () => onSaved(change))
  const keys = [...(mayChoose ? outcomes : []), ...calls].map(({ key, change }) => [
    key,
    () => choose(change()),
  ])
  useShortcuts({ ...Object.fromEntries(keys), ...(mayChoose && { [lostKey]: () => setLosing(true) }) })
  const { stale } = work
  return (
    <div className="request-work">
      {stale && (
        <div className="request-stale" role="alert" ref={showInDrawer}>
          <p>Intanto qualcuno l’ha cambiata, e la tua scelta non è ancora salvata.</p>
          <Facts className="facts" facts={differences(stale.seen, request, ownerName)} />
          <span className="request-line">
            <FilterButton onClick={() => choose(stale.change)}>Salva lo stesso</FilterButton>
            <FilterButton onClick={work.leave}>Lascia così</FilterButton>
          </span>
        </div>
      )}
      {mayChoose && (
        <fieldset ref={keepOutcomes} className="request-line" aria-label="Esito della chiamata">
          <span className="request-label">Esito</span>
          <Choices of={outcomes} chosen={stateNames[request.state]} busy={work.busy} choose={choose} />
          <FilterButton
            aria-expanded={isLosing}
            data-chosen={request.state === 'lost'}
            onClick={() => setLosing(!isLosing)}
          >
            <span>Persa…</span> <kbd>{lostKey}</kbd>
          </FilterButton>
          {work.canUndo && <TextButton onClick={work.undo}>Annulla lo stato</TextButton>}
        </fieldset>
      )}
      {isLosing && <LostForm busy={work.busy} choose={choose} />}
      <NextCall
        key={request.callAt}
        id={request.id}
        callAt={request.callAt}
        note={standsNext(request, work.own)}
        busy={work.busy}
        choose={choose}
      />
      <Owner owner={request.owner} own={work.own} choose={choose} />
      <p className="visually-hidden" role="status">
        {`Stato: ${stateNames[request.state]}`}
      </p>
    </div>
  )
}

/** In which view. */
function standsNext({ state, callAt, owner }: Props['request'], own: string) {
  if (state === 'new') return callAt && 'Resta in «Oggi» finché è nuova: scegli un esito'
  if (callAt || (state !== 'no-answer' && state !== 'working')) return null
  const view = owner === null ? viewNames.today : owner === own ? viewNames.mine : viewNames.all
  return `Nessuna chiamata in programma: la trovi in «${view}»`
}

type ChoicesProps = { of: readonly Choice[]; chosen?: string; busy: boolean; choose: Choose }

const Choices = ({ of, chosen, busy, choose }: ChoicesProps) =>
  of.map(({ key, name, change }) => (
    <FilterButton
      key={key}
      aria-disabled={busy}
      {...(chosen && { 'aria-pressed': name === chosen })}
      data-chosen={name === chosen}
      onClick={() => choose(change())}
    >
      <span>{name}</span> <kbd>{key}</kbd>
    </FilterButton>
  ))

/** One press for the usual reasons. */
function LostForm({ busy, choose }: { busy: boolean; choose: Choose }) {
  const [reason, setReason] = useState('')
  const lose = (why: string) => choose({ state: 'lost', reason: why })
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        if (reason.trim() !== '') lose(reason)
      }}
    >
      <span className="request-line">
        {reasons.map(why => (
          <FilterButton key={why} onClick={() => lose(why)}>
            {why}
          </FilterButton>
        ))}
      </span>
      <InputField
        label="O un altro motivo"
        autoFocus
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <CommandButton type="submit" busy={busy} disabled={reason.trim() === ''}>
        Segna come persa
      </CommandButton>
    </form>
  )
}

type NextCallProps = { id: string; callAt: string | null; note: string | null; busy: boolean; choose: Choose }

/** A day is chosen first, then the hour: it is saved with a press. */
function NextCall({ id, callAt, note, busy, choose }: NextCallProps) {
  // A draft ends where another call is saved.
  const [day, setDay] = useDraft(`${id} day ${callAt}`, callAt ? dayOf(callAt) : '')
  const [time, setTime] = useDraft(`${id} time ${callAt}`, callAt ? clockAt(callAt) : callTime)
  const at = day === '' || time === '' ? null : momentOn(day, time)
  const isNew = at !== null && Date.parse(at) !== Date.parse(callAt ?? '')
  function save(event: FormEvent) {
    event.preventDefault()
    if (isNew) choose({ callAt: at })
  }
  return (
    <form onSubmit={save}>
      <fieldset className="request-line" aria-label="Richiama">
        <span className="request-label">Richiama</span>
        <Choices of={calls} busy={busy} choose={choose} />
        <DayField label="Richiama il giorno" value={day} set={setDay} />
        <input
          type="time"
          className="text-filter request-time"
          aria-label="Alle ore, a Roma"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        {isNew && (
          <CommandButton type="submit" variant="outline" busy={busy}>
            Richiama allora
          </CommandButton>
        )}
        {callAt && <TextButton onClick={() => choose({ callAt: null })}>Non richiamare</TextButton>}
        {note && <p className="quiet">{note}</p>}
      </fieldset>
    </form>
  )
}

const nobody = { value: '', label: 'Nessuno' }

function Owner({ owner, own, choose }: { owner: string | null; own: string; choose: Choose }) {
  const owners = useOwners()
  return (
    <span className="request-line">
      <span className="request-label">Di chi è</span>
      <Select
        aria-label="Responsabile"
        options={[nobody, ...owners]}
        value={owner ?? ''}
        choose={chosen => choose({ owner: chosen || null })}
      />
      {owner !== own && <FilterButton onClick={() => choose({ owner: own })}>La prendo io</FilterButton>}
    </span>
  )
}
