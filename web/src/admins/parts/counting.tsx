import { Cross2Icon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { eventTypes } from '@tba/events/funnels/fields.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { eventName } from './event-kind.tsx'
import type { Choice } from './filter-menu.popover.tsx'
import type { useFilters } from './filters.ts'
import { streamAddress } from './links.tsx'
import { FilterMenu } from './menus.tsx'
import { MoreButton } from './more.button.tsx'
import type { usePages } from './paged.ts'
import { momentIn, momentName } from './rome-time.ts'
import { MomentOf } from './times.tsx'
import { ViewState } from './view-state.tsx'
import './counting.css'

type Answer = {
  data?: { readAt: Date } | undefined
  isValidating: boolean
  mutate: () => Promise<unknown>
}
type TitleProps = { title: string; answer: Answer; children: ReactNode }

/** What is counted here, when it was, and a way to have it counted again. */
export const CountingTitle = ({ title, answer: { data, isValidating, mutate }, children }: TitleProps) => (
  <header className="console-title">
    <h1>{title}</h1>
    <p className="quiet small">
      {children}{' '}
      {data && (
        <span role="status">
          Contato il <MomentOf at={data.readAt.toISOString()} />.
        </span>
      )}
    </p>
    <Button variant="outline" aria-disabled={isValidating} onClick={() => isValidating || mutate()}>
      {isValidating ? 'Conteggio...' : 'Riconta'}
    </Button>
  </header>
)

/** Every type of event, by its Italian name. */
export const eventChoices: readonly Choice[] = eventTypes
  .map(type => ({ value: type, label: eventName(type), detail: type }))
  .sort((one, other) => one.label.localeCompare(other.label, 'it'))

type ChoiceProps = { name: string; chosen: string; choose: (type: string) => void }

/** One type of events, offered as one types. */
export const EventChoice = ({ name, chosen, choose }: ChoiceProps) => (
  <FilterMenu
    name={`${name}: ${eventName(chosen)}`}
    hint="Cerca un evento…"
    choices={() => eventChoices}
    chosen={[chosen]}
    choose={choose}
  />
)

type NoteProps = { filters: Pick<ReturnType<typeof useFilters>, 'of' | 'clear'>; otherwise: string | null }

/** Which period was chosen, to be taken off; else which one it is. */
export function PeriodNote({ filters, otherwise }: NoteProps) {
  if (otherwise !== null) return <span className="quiet">{otherwise}</span>
  const [from, to] = [momentIn(filters.of('from')), momentIn(filters.of('to'))]
  const name = [from && `dal ${momentName(from)}`, to && `prima del ${momentName(to)}`]
    .filter(Boolean)
    .join(' ')
  return (
    <span className="filter-chips">
      <button
        type="button"
        aria-label={`Togli il periodo: ${name}`}
        onClick={() => filters.clear(['from', 'to'])}
      >
        <strong>{name}</strong>
        <Cross2Icon aria-hidden width={12} height={12} />
      </button>
    </span>
  )
}

type ListProps = {
  answer: Pick<
    ReturnType<typeof usePages>,
    'isFirst' | 'error' | 'isValidating' | 'isWhole' | 'more' | 'mutate'
  >
  units: readonly { id: string; at: string }[]
  words: { label: string; none: string; more: string; stream: string }
  /** Of its own page. */
  addressOf: (id: string) => string
  /** What its stream's name begins with. */
  stream: 'visit' | 'account'
}

/** The visits or customers that a number counts, page by page, each with the way to its page and to its stream. */
export function UnitList({ answer, units, words, addressOf, stream }: ListProps) {
  const { isFirst, error, isValidating, isWhole, more } = answer
  if (isFirst || (error && units.length === 0)) return <ViewState answer={answer} />
  if (units.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <>
      <ul className="drawer-list" aria-label={words.label}>
        {units.map(({ id, at }) => (
          <li key={id}>
            <Link className="mono" to={addressOf(id)}>
              {id}
            </Link>
            <MomentOf at={at} />
            <Link to={streamAddress(`${stream}-${id}`)} aria-label={`${words.stream} ${id}`}>
              Cronologia
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton label={words.more} isBusy={isValidating} isWhole={isWhole} more={more} />
    </>
  )
}
