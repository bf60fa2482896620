import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { readAfter } from '../../api/http.ts'
import { count } from '../../components/format.ts'
import { FilterButton } from '../parts/filters/controls.tsx'
import { EventGrid, type GridHandle } from './event-grid.tsx'
import type { EventFilters, Only } from './filter-line.tsx'
import type { EventRow } from './history-data.ts'
import { useHistory } from './history-data.ts'
import { LagNote, ListFoot, ListState, LiveControls } from './list-state.tsx'
import { useLive } from './live/live-feed.ts'
import { hasGap, newestOf, withLive } from './live/live-rows.ts'
import { useShortcuts } from './shortcuts.ts'
import { echoesOf } from './twin-events.ts'

type Props = {
  filters: EventFilters
  open: string
  pick: (id: string) => void
  only: Only
  see: (rows: readonly EventRow[]) => void
  grid: RefObject<GridHandle | null>
  /** Beside the list's own. */
  keys: Record<string, () => void>
}

/** Where a live tail of this list would show nothing, or nothing at its top. */
function hindranceOf(filters: EventFilters): string | null {
  if (!filters.isNewestFirst) return 'In diretta solo dal più recente'
  return filters.hasEnd ? 'In diretta solo senza un ultimo giorno' : null
}

/** The events that the filters let through: those that were recorded, and those that come in. */
export function EventList({ filters, open, pick, only, see, grid, keys }: Props) {
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
  const { live, state, lagMs } = useLive({
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
  const asked = useRef('')
  const isBehind = hasGap(live, listed) && live.waitingCount === 0
  const isReading = history.isValidating || history.isFirstFailed
  useEffect(() => {
    // A reading that fails is repeated by a press: the gap stays until a list comes that reaches over it.
    if (!isBehind || isReading || asked.current === newest) return
    asked.current = newest
    // What is read now holds the newest event that came in.
    readAfter(newest)
    void restart()
  }, [isBehind, isReading, newest, restart])
  // What was recorded between the reading of the list and the end of the log that came with it: read once, as the tail opens.
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
    // An event that has just come in may not be in the read side yet: its reading waits for it.
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
    // From a button that was pressed last, which Enter would press again.
    if (open) take(row)
    else grid.current?.focus()
  }
  function openActive() {
    const row = rows.find(({ id }) => id === active)
    if (row) take(row)
  }
  // An open event follows each press, but not a key that is held down: browsers refuse so many addresses.
  const step = (by: number) => (event: KeyboardEvent) => (event.repeat && open ? undefined : move(by))
  useShortcuts({
    j: step(1),
    ArrowDown: step(1),
    k: step(-1),
    ArrowUp: step(-1),
    Enter: openActive,
    p: pause,
    ' ': pause,
    ...keys,
  })

  const isEmpty = rows.length === 0
  return (
    <>
      <div className="list-status">
        {/* Not read aloud with each event that comes in. */}
        <p className="quiet" role="status" aria-live={isOn ? 'off' : 'polite'}>
          {history.first && `${readOf(all.length)}${history.isWhole ? '' : ', altri più in basso'}`}
        </p>
        <LagNote lagMs={lagMs ?? history.newest?.lagMs} />
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
          turn={isTurnedOn => filters.set('live', isTurnedOn ? '1' : '')}
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
            only={only}
            onEnd={history.goOn}
            onReading={how => setReading(before => changed(before, how))}
            foot={<ListFoot history={history} />}
          />
        )}
      </div>
    </>
  )
}

/** An interaction and the analytics event of the same act are one line, which opens to both. */
function linesOf(all: readonly EventRow[], isNewestFirst: boolean) {
  const echoes = echoesOf(isNewestFirst ? all.toReversed() : all, ({ visitId }) => visitId)
  const told = new Set(echoes.values())
  return { rows: all.filter(row => !told.has(row)), echoes }
}

const readOf = (rows: number) => (rows === 1 ? '1 evento letto' : `${count(rows)} eventi letti`)

const recentMs = 600_000

/**
 * Where the tail of a list begins: behind its newest row. Where that is old, the log between it and now would be read in
 * vain: then at the end of the log as it was when the list had been read.
 */
function tailOf({ rows: [newest], head }: { rows: readonly EventRow[]; head: string | null }) {
  const isRecent = newest !== undefined && Date.parse(newest.recordedAt) > Date.now() - recentMs
  return { after: isRecent ? newest.position : (head ?? ''), isBehindList: isRecent }
}

type Reading = { isScrolled: boolean; isOver: boolean }

/** The same object where nothing changed: scrolling says so many times a second. */
function changed(before: Reading, how: Partial<Reading>): Reading {
  const { isScrolled = before.isScrolled, isOver = before.isOver } = how
  return isScrolled === before.isScrolled && isOver === before.isOver ? before : { isScrolled, isOver }
}
