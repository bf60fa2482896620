import type { UnitSummary } from '@tba/events/funnels/views.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { saveBlob } from '../../../api/save-file.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import type { usePages } from '../../api/pages.ts'
import { useAction } from '../../api/reads.ts'
import { useMay } from '../../api/token.ts'
import { stateNames } from '../../people/words.ts'
import { outcomes } from '../../visits/words.tsx'
import { ViewState } from '../page/view-state.tsx'
import { MomentOf } from '../time/times.tsx'
import { deviceWord } from '../words/labels.ts'
import { streamAddress } from '../words/links.tsx'
import { MoreButton } from './ledger.tsx'

type Unit = UnitSummary & {
  id: string
  at: string
  /** How far it came. */
  said?: string
}
type Kind = 'visit' | 'account'

function whoIs(kind: Kind, { number }: Unit): string {
  if (kind === 'visit') return number === null ? 'Visita anonima' : `Visita del cliente n. ${number}`
  return number === null ? 'Cliente cancellato' : `Cliente n. ${number}`
}

function outcomeWord(kind: Kind, { outcome }: Unit): string {
  if (outcome === null) return 'Nessun esito'
  const words: Partial<Record<typeof outcome, string>> = kind === 'account' ? stateNames : outcomes
  return words[outcome] ?? outcome
}

const deviceOf = ({ device }: Unit) => (device === null ? 'Dispositivo ignoto' : deviceWord(device))

/** A visit's id may begin with a minus, as formulas do. */
const cell = (text: string) => `"${text.replace(/^-/, "'-").replaceAll('"', '""')}"`

/** @param mayNumber analysts take no customer's number along */
function csvOf(kind: Kind, units: readonly Unit[], mayNumber: boolean): string {
  const rows = units.map(unit => [
    ...[unit.id, mayNumber ? String(unit.number ?? '') : '', unit.at, unit.said ?? ''],
    ...[outcomeWord(kind, unit), deviceOf(unit)],
  ])
  const names = [
    kind === 'visit' ? 'Visita' : 'Account',
    'Cliente',
    'Inizio',
    'Passi',
    'Esito',
    'Dispositivo',
  ]
  return `\uFEFF${[names, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}

type Props<Answer extends { next: string | null }> = {
  answer: ReturnType<typeof usePages<Answer>>
  unitsIn: (pages: Answer[]) => Unit[]
  words: { label: string; none: string; more: string }
  /** Of its own page. */
  addressOf: (id: string) => string
  /** What its stream's name begins with. */
  stream: Kind
  /** Below the list. */
  children?: ReactNode
}

/** The visits or customers that a number counts, page by page, each with the way to its page and to its stream; and as a file. */
export function UnitList<Answer extends { next: string | null }>(props: Props<Answer>) {
  const { answer, unitsIn, words, addressOf, stream, children } = props
  const { isFirst, error, isValidating, isWhole, more } = answer
  const { busy, run } = useAction('Impossibile esportare l’elenco')
  const mayNumber = useMay('see-persons')
  const units = unitsIn(answer.pages)
  async function save() {
    const text = csvOf(stream, unitsIn(await answer.all()), mayNumber)
    saveBlob(new Blob([text], { type: 'text/csv' }), stream === 'visit' ? 'visite.csv' : 'clienti.csv')
  }
  if (isFirst || (error && units.length === 0)) return <ViewState answer={answer} />
  if (units.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <>
      <CommandButton variant="outline" size="1" busy={busy} onClick={() => run(save)}>
        Esporta in CSV
      </CommandButton>
      <ul className="drawer-list" aria-label={words.label}>
        {units.map(unit => (
          <li key={unit.id}>
            <Link to={addressOf(unit.id)}>{whoIs(stream, unit)}</Link>
            <Link to={streamAddress(`${stream}-${unit.id}`)}>Cronologia</Link>
            <span>
              <MomentOf at={unit.at} />
              {unit.said && `, ${unit.said}`} · {outcomeWord(stream, unit)} · {deviceOf(unit)}
            </span>
          </li>
        ))}
      </ul>
      {children}
      <MoreButton label={words.more} isBusy={isValidating} isWhole={isWhole} more={more} />
    </>
  )
}
