import type { ListedUnit, UnitsPage } from '@tba/events/funnels/views.ts'
import { Link } from 'react-router-dom'
import type { ZodType } from 'zod'
import { count } from '../../../components/format.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { readPage, usePages } from '../../api/pages.ts'
import { useAction } from '../../api/reads.ts'
import { usePermission } from '../../api/token.ts'
import { type Cell, downloadCsv } from '../csv.ts'
import { ReadMore } from '../page/read-button.tsx'
import { ViewState } from '../page/view-state.tsx'
import { MomentOf } from '../time/times.tsx'
import { deviceWord, outcomes, stateNames } from '../words/labels.ts'
import { customerAddress, eventAddress, personAddress, streamAddress, visitAddress } from '../words/links.tsx'

type Kind = 'visit' | 'account' | 'person' | 'event'

function unitName(kind: Kind, { number }: ListedUnit): string {
  if (kind === 'event') return 'Evento'
  if (kind === 'visit') return number === null ? 'Visita anonima' : `Visita del cliente n. ${number}`
  if (number === null && kind === 'person') return 'Persona senza account'
  return number === null ? 'Cliente cancellato' : `Cliente n. ${number}`
}

function outcomeWord(kind: Kind, { outcome }: ListedUnit): string {
  if (outcome === null) return 'Nessun esito'
  const words: Partial<Record<typeof outcome, string>> = kind === 'account' ? stateNames : outcomes
  return words[outcome] ?? outcome
}

const deviceOf = ({ device }: ListedUnit) => (device === null ? 'Dispositivo ignoto' : deviceWord(device))

/** Of a person or an event neither is known. */
const isPlain = (kind: Kind) => kind === 'person' || kind === 'event'
const aboutVisits = (kind: Kind, unit: ListedUnit) =>
  isPlain(kind) ? '' : ` · ${outcomeWord(kind, unit)} · ${deviceOf(unit)}`

/** Analysts may not export customer numbers. */
function rowsOf<Unit extends ListedUnit>(
  { kind, progressOf }: Pick<Props<Unit>, 'kind' | 'progressOf'>,
  units: readonly Unit[],
  maySeeNumbers: boolean,
): Cell[][] {
  const rows = units.map(unit => [
    ...[unit.id, maySeeNumbers ? unit.number : null, unit.startedAt, progressOf?.(unit)],
    ...[outcomeWord(kind, unit), deviceOf(unit)],
  ])
  const names = [wordsFor[kind].unit, 'Cliente', 'Inizio', 'Passi', 'Esito', 'Dispositivo']
  return [names, ...rows]
}

const wordsFor = {
  visit: {
    label: 'Visite',
    unit: 'Visita',
    none: 'Nessuna.',
    more: 'Mostra altre',
    all: 'Tutte',
    first: 'Le prime',
    file: 'visite.csv',
    addressOf: visitAddress,
  },
  account: {
    label: 'Clienti',
    unit: 'Account',
    none: 'Nessuno.',
    more: 'Mostra altri',
    all: 'Tutti',
    first: 'I primi',
    file: 'clienti.csv',
    addressOf: customerAddress,
  },
  person: {
    label: 'Persone',
    unit: 'Persona',
    none: 'Nessuna.',
    more: 'Mostra altre',
    all: 'Tutte',
    first: 'Le prime',
    file: 'persone.csv',
    addressOf: personAddress,
  },
  event: {
    label: 'Eventi',
    unit: 'Evento',
    none: 'Nessuno.',
    more: 'Mostra altri',
    all: 'Tutti',
    first: 'I primi',
    file: 'eventi.csv',
    addressOf: eventAddress,
  },
}

type Props<Unit extends ListedUnit> = {
  kind: Kind
  request: string
  schema: ZodType<UnitsPage & { units: Unit[] }>
  read?: typeof readPage
  progressOf?: (unit: Unit) => string
  /** The text for an empty list. */
  none?: string
  addressOf?: (id: string) => string
}

/** The visits, customers or persons behind a number. */
export function UnitList<Unit extends ListedUnit>({ kind, progressOf, ...list }: Props<Unit>) {
  const words = wordsFor[kind]
  const { request, schema, read = readPage, none = words.none, addressOf = words.addressOf } = list
  const answer = usePages(request, schema, { read })
  const { isLoading, error, isValidating, isComplete, more } = answer
  const { busy, run } = useAction('Impossibile esportare l’elenco')
  const maySeeNumbers = usePermission('see-persons')
  const units = answer.pages.flatMap(page => page.units)
  async function save() {
    const all = (await answer.readAll()).flatMap(page => page.units)
    downloadCsv(words.file, rowsOf({ kind, progressOf }, all, maySeeNumbers))
  }
  if (isLoading || (error && units.length === 0)) return <ViewState answer={answer} />
  if (units.length === 0) return <p className="quiet">{none}</p>
  return (
    <>
      <CommandButton variant="outline" size="1" busy={busy} onClick={() => run(save)}>
        Esporta in CSV
      </CommandButton>
      <ul className="drawer-list" aria-label={words.label}>
        {units.map(unit => (
          <li key={unit.id}>
            <Link to={addressOf(unit.id)}>{unitName(kind, unit)}</Link>
            {!isPlain(kind) && <Link to={streamAddress(`${kind}-${unit.id}`)}>Cronologia</Link>}
            <span>
              <MomentOf at={unit.startedAt} />
              <span>{`${progressOf ? `, ${progressOf(unit)}` : ''}${aboutVisits(kind, unit)}`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet small" role="status">
        {`${isComplete ? `${words.all}:` : words.first} ${count(units.length)}.`}
      </p>
      {isComplete || <ReadMore label={words.more} isBusy={isValidating} read={more} />}
    </>
  )
}
