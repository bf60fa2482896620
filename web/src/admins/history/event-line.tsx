import { memo } from 'react'
import { eventName } from '../parts/event-kind.tsx'
import { MomentOf } from '../parts/times.tsx'
import { actorName } from './actor-name.ts'
import type { EventRow } from './event-row.ts'

type Props = { row: EventRow; at: number; isActive: boolean; isOpen: boolean }

export const lineId = (row: EventRow) => `evento-${row.id}`

/** A filter by what stands beside it; by keyboard it is reached in the event's drawer. */
const Only = ({ by, what, value }: { by: string; what: string; value: string }) => (
  <button
    type="button"
    className="only"
    tabIndex={-1}
    data-by={by}
    data-value={value}
    aria-label={what}
    title={what}
  />
)

/** One event: a line, on a phone two of them. Thousands go by: it holds no more than what is read. */
export const EventLine = memo(function EventLine({ row, at, isActive, isOpen }: Props) {
  const actor = actorName(row.actor)
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
        <b>{eventName(row.type)}</b> <span className="mono">{row.type}</span>
      </td>
      <td className="event-stream mono" title={row.stream}>
        <span>{row.stream}</span>
        <Only by="stream" what="Solo questo flusso" value={row.stream} />
      </td>
      <td className="event-actor" title={row.actor}>
        <span>
          {actor.kind} {actor.id && <span className="mono">{actor.id.slice(0, 8)}</span>}
        </span>
        <Only by="actor" what="Solo questo autore" value={row.actor} />
      </td>
      <td className="event-says" title={row.says}>
        {row.says || <span className="quiet">—</span>}
      </td>
      <td className="event-visit mono" title={row.visitId ?? undefined}>
        <span>{row.visitId ?? <span className="quiet">—</span>}</span>
        {row.visitId && <Only by="visit" what="Solo questa visita" value={row.visitId} />}
      </td>
    </tr>
  )
})
