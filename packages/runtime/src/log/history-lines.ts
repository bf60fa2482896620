import type { EventKind, Layout, LineForm, LinePart, Recorded } from '@tba/event-store/port.ts'
import { type EventShape, personalAt } from '@tba/events/event.ts'
import { findShape } from '@tba/events/registry.ts'
import { historyEventOf } from './history-event.ts'
import { maskEvent } from './mask-event.ts'

type Bounds = {
  from: string | null
  to: string | null
  /** Whether an event has a line, by that period and whatever else. */
  isPlayed: (event: Recorded) => boolean
  /** What of it is not played is told of its stream and position alone. */
  gone?: LineForm['gone']
}

/** Events as administrators see them, a line of JSON each. Every event of the period has a line, or `isPlayed` decides. */
export function historyLines({ from, to, isPlayed, gone }: Bounds): LineForm {
  return {
    lineOf: event => (isPlayed(event) ? historyLine(event) : null),
    layoutOf,
    period: {
      fromMs: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
      beforeMs: to === null ? Number.POSITIVE_INFINITY : Date.parse(to),
    },
    ...(gone && { gone }),
  }
}

export const historyLine = (event: Recorded): string =>
  `${JSON.stringify(historyEventOf(maskEvent(event)))}\n`

/** What `historyLine` makes of events of today's version, of which no value has to be looked at. */
export function layoutOf(
  { type, data }: EventKind,
  find: (type: string) => EventShape | null = findShape,
): Layout | null {
  const shape = find(type)
  if (!shape) return null
  const { version } = shape
  const { names, sealed } = shownOf(shape, data)
  const fields = names.flatMap((name, at): LinePart[] => [
    `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`,
    sealed.includes(name) ? 'null' : { data: name },
  ])
  const text = (name: string): LinePart[] => [`,"${name}":`, { metadata: name, otherwise: '""' }]
  return {
    where: { metadata: 'schemaVersion', is: version },
    parts: [
      ...(['{"id":', { column: 'id' }, ',"stream":', { column: 'stream' }] as const),
      ...([',"revision":', { column: 'revision' }, `,"type":${JSON.stringify(type)},"data":{`] as const),
      ...fields,
      ...(['},"recordedAt":', { column: 'recordedAt' }, ',"position":', { column: 'position' }] as const),
      ...text('actor'),
      ...text('correlationId'),
      ...text('causationId'),
      ...([',"visitId":', { metadata: 'visitId', otherwise: 'null' }] as const),
      `,"schemaVersion":${version},"sealed":${JSON.stringify(sealed)}}\n`,
    ],
  }
}

/** As `maskEvent`: of a box there are the names of what it holds, behind what is in clear. */
function shownOf(shape: EventShape, data: readonly string[]) {
  const hidden = data.includes('sealed') ? personalAt(shape, shape.version) : []
  const names = [...new Set([...data.filter(name => name !== 'sealed'), ...hidden])]
  return { names, sealed: [...new Set([...hidden, ...shape.personal.filter(name => names.includes(name))])] }
}
