import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'

/** How a table holds the positions of its rows: what lies before all of them, and where one of the log is among them. */
export type Positions = { before: string; at(position: string): string }

export const inText: Positions = { before: '', at: position => position }

/** A projection that has read nothing yet stands before every event, as the empty text does. */
export const inBytes: Positions = {
  before: '00000000-0000-0000-0000-000000000000',
  at: position => (position === '' ? inBytes.before : packed(position as Position)),
}
