import { maxCounted } from '@tba/events/history/views.ts'
import { twinsById } from '@tba/events/tracking/twins.ts'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { count } from '../../components/format.ts'
import { FilterButton } from '../parts/filters/controls.tsx'
import { NoRows } from '../parts/lists/data-table.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { EventGrid } from './event-grid.tsx'
import type { EventFilters } from './filter-line.tsx'
import { type EventRow, useHistory } from './history-data.ts'
import { LiveControls } from './live/live-controls.tsx'
import { useLive } from './live/live-feed.ts'
import { useShortcuts } from './shortcuts.ts'

type Props = {
  filters: EventFilters
  open: string
  openEvent: (id: string) => void
  listedRows: RefObject<readonly EventRow[]>
  grid: RefObject<HTMLTableElement | null>
}

export function EventList({ filters, open, openEvent, listedRows, grid }: Props) {
  const { query, isNewestFirst, isFiltered, isLive } = filters
  const history = useHistory(query, isLive)
  const { rows: all, error, isComplete, isValidating, restart } = history
  const found = history.pages[0]?.found ?? null
  const [active, setActive] = useState<string | null>(open || null)
  const [isPaused, setPaused] = useState(false)
  // The list does not move while somebody reads it.
  const [isScrolled, setScrolled] = useState(false)
  const [isPointerOver, setPointerOver] = useState(false)
  const isHeld = isPaused || isScrolled || isPointerOver
  const { state, waiting } = useLive({ query, isOn: isLive, isHeld: isHeld || isValidating, read: restart })
  const { rows, echoes } = useMemo(() => linesOf(all, isNewestFirst), [all, isNewestFirst])
  useEffect(() => {
    listedRows.current = all
  }, [all, listedRows])

  function selectRow(row: EventRow) {
    setActive(row.id)
    openEvent(row.id)
  }
  const at = rows.findIndex(({ id }) => id === active)
  const step = (by: number) => (event: KeyboardEvent) => {
    const row = rows[Math.max(0, at + by)]
    // Browsers limit changes of the address: no navigation while a key is held down.
    if (!row || (event.repeat && open)) return
    setActive(row.id)
    // Otherwise Enter would press the last button again.
    if (open) openEvent(row.id)
    else grid.current?.focus({ preventScroll: true })
  }
  useShortcuts({
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Enter: () => active !== null && at >= 0 && openEvent(active),
  })

  function scrollToTop() {
    const scroller = grid.current?.parentElement
    if (scroller) scroller.scrollTop = 0
  }
  return (
    <>
      <div className="list-status">
        {/* A screen reader would read each new event. */}
        <p className="quiet" role="status" aria-live={isLive ? 'off' : 'polite'}>
          <span>{foundCount(found)}</span>
          {history.pages.length > 0 && (
            <span className="read-count">{`${found === null ? '' : ', '}${readCount(all.length)}${isComplete ? '' : ', altri più in basso'}`}</span>
          )}
        </p>
        <FilterButton
          aria-disabled={isValidating}
          onClick={() => {
            if (isValidating) return
            scrollToTop()
            void restart()
          }}
        >
          Aggiorna
        </FilterButton>
        <LiveControls filters={filters} state={state} isPaused={isPaused} setPaused={setPaused} />
      </div>
      <div className="event-table">
        {isHeld && waiting > 0 && (
          <button
            type="button"
            className="new-events"
            onClick={() => {
              scrollToTop()
              setPaused(false)
            }}
          >
            {waiting === 1 ? '1 nuovo evento' : `${count(waiting)} nuovi eventi`}
          </button>
        )}
        {rows.length === 0 ? (
          <NoRows
            list={history}
            none={
              isFiltered
                ? `Nessun evento per questi filtri${isLive ? ', finora: i prossimi appariranno qui.' : '.'}`
                : 'Il registro è vuoto. Qui starà tutto ciò che succede: visite, contatti, registrazioni, accessi.'
            }
            clear={isFiltered ? filters.clearAll : undefined}
          />
        ) : (
          <EventGrid
            rows={rows}
            echoes={echoes}
            isWhole={isComplete}
            active={active}
            grid={grid}
            setScrolled={setScrolled}
            setPointerOver={setPointerOver}
            label={isNewestFirst ? 'Eventi, dal più recente' : 'Eventi, dal più vecchio'}
            open={open || null}
            onSelect={selectRow}
            onEnd={history.readMore}
            foot={
              error ? (
                <ViewState answer={{ ...history, mutate: async () => history.more() }} />
              ) : (
                <p className="event-foot quiet">
                  {isComplete ? 'Non ci sono altri eventi.' : 'Caricamento…'}
                </p>
              )
            }
          />
        )}
      </div>
    </>
  )
}

/** An interaction and its analytics event are one row. */
function linesOf(all: readonly EventRow[], isNewestFirst: boolean) {
  const echoes = twinsById(isNewestFirst ? all.toReversed() : all)
  const hidden = new Set(echoes.values())
  return { rows: all.filter(row => !hidden.has(row)), echoes }
}

function foundCount(found: number | null): string {
  if (found === null) return ''
  return found > maxCounted ? `Oltre ${count(maxCounted)} trovati` : `${count(found)} trovati`
}

const readCount = (rows: number) => (rows === 1 ? '1 evento letto' : `${count(rows)} eventi letti`)
