import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react'
import './event-grid.css'
import { useIsNarrow, useIsPrinted } from '../parts/page/use-media.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { Actor } from '../parts/words/actors.tsx'
import { eventName } from '../parts/words/event-name.tsx'
import type { EventRow } from './history-data.ts'

const columnNames = ['Ora', 'Tipo', 'Flusso', 'Autore', 'Che cosa dice', 'Visita']

type Props = {
  rows: readonly EventRow[]
  /** The analytics event of a row that shows both, by the id of the row. */
  echoes: ReadonlyMap<string, EventRow>
  isWhole: boolean
  label: string
  active: string | null
  open: string | null
  /** It has the focus and names the active row. */
  grid: Ref<HTMLTableElement>
  onSelect: (row: EventRow) => void
  onEnd: () => void
  setScrolled: (isScrolled: boolean) => void
  /** The pointer is over a row. */
  setPointerOver: (isOver: boolean) => void
  foot: ReactNode
}

const rowPx = 32
const narrowRowPx = 68
/** Requests the next page this many rows before the end. */
const prefetchRows = 60

/** Only the rows in view are in the document; on paper all. */
export function EventGrid({ rows, grid, onEnd, setScrolled, setPointerOver, ...props }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const isPrinted = useIsPrinted()
  const heightPx = isNarrow ? narrowRowPx : rowPx
  /** The header row is sticky. */
  const headPx = isNarrow ? 0 : rowPx
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: isPrinted ? rows.length : 12,
    // Until it is measured.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    getItemKey: at => rows[at]?.id ?? at,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are higher or lower than they were.
  useEffect(() => virtual.measure(), [heightPx])
  const scrollToRow = useEffectEvent((id: string | null) => {
    const at = rows.findIndex(row => row.id === id)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  })
  useEffect(() => scrollToRow(props.active), [props.active])

  const lines = virtual.getVirtualItems()
  const lastAt = lines.at(-1)?.index ?? -1
  const isNearEnd = lastAt >= rows.length - prefetchRows
  useEffect(() => {
    if (isNearEnd && !props.isWhole && !isPrinted) onEnd()
  })

  function onClick(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const at = event.target.closest<HTMLElement>('.event-line')?.dataset.at
    const row = at === undefined ? undefined : rows[Number(at)]
    // Selecting text does not open the row.
    if (row && getSelection()?.isCollapsed !== false) props.onSelect(row)
  }
  const active = lines.map(({ index }) => rows[index]).find(row => row?.id === props.active)
  return (
    <div
      ref={scroller}
      className="event-grid"
      onScroll={event => setScrolled(event.currentTarget.scrollTop > 0)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the page's keys do the same. */}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are moved through by keys.
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={props.isWhole ? rows.length + 1 : -1}
        aria-activedescendant={active && lineId(active)}
        style={isPrinted ? {} : { height: virtual.getTotalSize() + headPx }}
        onClick={onClick}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columnNames.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          style={{ transform: `translateY(${(lines[0]?.start ?? headPx) - headPx}px)` }}
          onPointerEnter={({ pointerType }) => setPointerOver(pointerType === 'mouse')}
          onPointerLeave={() => setPointerOver(false)}
        >
          {lines.map(({ index, key }) => {
            const row = rows[index]
            return (
              row && (
                <EventLine
                  key={key}
                  row={row}
                  at={index}
                  isActive={row.id === props.active}
                  isOpen={row.id === props.open || props.echoes.get(row.id)?.id === props.open}
                  isPair={props.echoes.has(row.id)}
                />
              )
            )
          })}
        </tbody>
      </table>
      {props.foot}
    </div>
  )
}

type LineProps = { row: EventRow; at: number; isActive: boolean; isOpen: boolean; isPair: boolean }

const lineId = (row: EventRow) => `evento-${row.id}`

/** Thousands of rows pass by: keep it small. */
const EventLine = memo(function EventLine({ row, at, isActive, isOpen, isPair }: LineProps) {
  return (
    <tr
      id={lineId(row)}
      className="event-line"
      aria-rowindex={at + 2}
      aria-selected={isOpen}
      data-active={isActive}
      data-at={at}
    >
      <td className="event-at">
        <MomentOf at={row.recordedAt} />
      </td>
      <td className="event-type" title={row.type}>
        <b>{eventName(row.type)}</b> {isPair && <span title="Anche come evento analytics">e analytics </span>}
        <span className="mono">{row.type}</span>
      </td>
      <td className="event-stream mono" title={row.stream}>
        {row.stream}
      </td>
      <td className="event-actor">
        <Actor actor={row.actor} />
      </td>
      <td className="event-summary" title={row.summary}>
        {row.summary || <span className="quiet">—</span>}
      </td>
      <td className="event-visit mono" title={row.visitId ?? undefined}>
        {row.visitId ?? <span className="quiet">—</span>}
      </td>
    </tr>
  )
})
