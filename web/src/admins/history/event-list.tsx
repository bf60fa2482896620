import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { readAfter } from '../../api/http.ts'
import { count } from '../../components/format.ts'
import { FilterButton } from '../parts/filters/controls.tsx'
import { EventGrid, type GridHandle } from './event-grid.tsx'
import type { EventFilters } from './filter-line.tsx'
import type { EventRow } from './history-data.ts'
import { useHistory } from './history-data.ts'
import { ListFoot, ListState, LiveControls } from './list-state.tsx'
import { useLive } from './live/live-feed.ts'
import { hasGap, newestOf, withLive } from './live/live-rows.ts'
import { useShortcuts } from './shortcuts.ts'
import { echoesOf } from './twin-events.ts'

type Props = {
  filters: EventFilters
  open: string
  pick: (id: string) => void
  see: (rows: readonly EventRow[]) => void
  grid: RefObject<GridHandle | null>
}

/** Why this list cannot be live; null: it can. */
function hindranceOf(filters: EventFilters): string | null {
  if (!filters.isNewestFirst) return 'In diretta solo dal più recente'
  return filters.hasEnd ? 'In diretta solo senza un ultimo giorno' : null
}

export function EventList({ filters, open, pick, see, grid }: Props) {
  const { query } = filters
  const history = useHistory(query)
  const [active, setActive] = useState<string | null>(open || null)
  const [isPaused, setPaused] = useState(false)
  const [reading, setReading] = useState({ isScrolled: false, isOver: false })
  const hindrance = hindranceOf(filters)
  const isOn = filters.of('live') !== '' && hindrance === null
  const { first } = history
  const tail = useMemo(() => (first ? tailOf(first) : null), [first])
  const listed = newestOf(history.rows)
  const { live, state } = useLive({
    query,
    after: tail?.after ?? null,
    newest: listed,
    isOn,
    isHeld: isPaused || reading.isScrolled || reading.isOver,
  })
  const all = withLive(live, history.rows)
  const { isNewestFirst } = filters
  const { rows, echoes } = useMemo(() => linesOf(all, isNewestFirst), [all, isNewestFirst])

  const { restart } = history
  const newest = newestOf(live.shown)
  const requested = useRef('')
  const isBehind = hasGap(live, listed) && live.waitingCount === 0
  const isReading = history.isValidating || history.isFirstFailed
  useEffect(() => {
    // A failed read is repeated by hand.
    if (!isBehind || isReading || requested.current === newest) return
    requested.current = newest
    // This read must include the newest live event.
    readAfter(newest)
    void restart()
  }, [isBehind, isReading, newest, restart])
  // When the stream opens, one read fills the gap between the list and the stream.
  const isWhole = useRef(false)
  useEffect(() => {
    if (state === 'off') isWhole.current = false
    if (state !== 'open' || isWhole.current || tail === null) return
    isWhole.current = true
    if (tail.isBehindList) return
    readAfter(tail.after)
    void restart()
  }, [state, tail, restart])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `see` is another function each time.
  useEffect(() => see(all), [live.shown, history.rows])

  function take(row: EventRow) {
    setActive(row.id)
    // The read side may not have this event yet: wait for it.
    if (live.shown.includes(row)) readAfter(row.position)
    pick(row.id)
  }
  const pause = () => setPaused(before => !before)
  function move(by: number) {
    const at = rows.findIndex(({ id }) => id === active)
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
    const row = rows[next]
    if (!row) return
    setActive(row.id)
    grid.current?.toRow(next)
    // Otherwise Enter would press the last button again.
    if (open) take(row)
    else grid.current?.focus()
  }
  function openActive() {
    const row = rows.find(({ id }) => id === active)
    if (row) take(row)
  }
  // Browsers limit changes of the address: no navigation while a key is held down.
  const step = (by: number) => (event: KeyboardEvent) => (event.repeat && open ? undefined : move(by))
  useShortcuts({ ArrowDown: step(1), ArrowUp: step(-1), Enter: openActive })

  const isEmpty = rows.length === 0
  return (
    <>
      <div className="list-status">
        {/* A screen reader would read each new event. */}
        <p className="quiet" role="status" aria-live={isOn ? 'off' : 'polite'}>
          {history.first && `${readOf(all.length)}${history.isWhole ? '' : ', altri più in basso'}`}
        </p>
        <FilterButton
          disabled={history.isValidating}
          onClick={() => {
            grid.current?.toTop()
            void restart()
          }}
        >
          Aggiorna
        </FilterButton>
        <LiveControls
          hindrance={hindrance}
          isOn={isOn}
          isPaused={isPaused}
          state={state}
          setOn={on => filters.set('live', on ? '1' : '')}
          pause={pause}
        />
      </div>
      <div className="event-ledger">
        {live.waitingCount > 0 && (
          <button
            type="button"
            className="new-events"
            onClick={() => {
              grid.current?.toTop()
              setPaused(false)
            }}
          >
            {live.waitingCount === 1 ? '1 nuovo evento' : `${count(live.waitingCount)} nuovi eventi`}
          </button>
        )}
        {isEmpty ? (
          <ListState history={history} filters={filters} isFollowing={isOn} />
        ) : (
          <EventGrid
            {...{ rows, echoes }}
            isWhole={history.isWhole}
            label={filters.isNewestFirst ? 'Eventi, dal più recente' : 'Eventi, dal più vecchio'}
            active={active}
            open={open || null}
            grid={grid}
            pick={take}
            onEnd={history.goOn}
            onReading={how => setReading(before => changed(before, how))}
            foot={<ListFoot history={history} />}
          />
        )}
      </div>
    </>
  )
}

/** An interaction and its analytics event are one row. */
function linesOf(all: readonly EventRow[], isNewestFirst: boolean) {
  const echoes = echoesOf(isNewestFirst ? all.toReversed() : all, ({ visitId }) => visitId)
  const hidden = new Set(echoes.values())
  return { rows: all.filter(row => !hidden.has(row)), echoes }
}

const readOf = (rows: number) => (rows === 1 ? '1 evento letto' : `${count(rows)} eventi letti`)

const recentMs = 600_000

/** After the newest row. If that row is old, at the end of the log, to skip the part between. */
function tailOf({ rows: [newest], head }: { rows: readonly EventRow[]; head: string | null }) {
  const isRecent = newest !== undefined && Date.parse(newest.recordedAt) > Date.now() - recentMs
  return { after: isRecent ? newest.position : (head ?? ''), isBehindList: isRecent }
}

type Reading = { isScrolled: boolean; isOver: boolean }

/** The same object if nothing changed: scroll events are frequent. */
function changed(before: Reading, how: Partial<Reading>): Reading {
  const { isScrolled = before.isScrolled, isOver = before.isOver } = how
  return isScrolled === before.isScrolled && isOver === before.isOver ? before : { isScrolled, isOver }
}
