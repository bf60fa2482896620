import { withDialCode } from '@tba/events/people/phone.ts'
import { searchWords } from '@tba/events/people/words.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { dialOf } from '../people/dial.ts'

type LeadRow = Omit<EventOf<'LeadSubmitted'>['data'], 'emailHash' | 'depositEuro'> & {
  id: string
  /** E.164; null if the number cannot be dialled. */
  dial: string | null
  /** Text, as the form sends it: `500`. */
  deposit: string
  createdAt: string
  visitId: string | null
  position: string
  /** Words for the search. */
  words: string
}

const rows = table<LeadRow>('leads', 'id')

export const leads: Projection = {
  name: 'leads',
  version: 3,
  sql: new URL('./leads.sql', import.meta.url),
  tables: [rows],
  on: {
    LeadSubmitted({ stream, data: { depositEuro, emailHash: _, ...lead }, metadata, position, recordedAt }) {
      const dial = dialOf(lead.phone, null)
      return rows.put({
        ...lead,
        id: idOf(stream),
        dial,
        deposit: String(depositEuro),
        createdAt: recordedAt,
        visitId: metadata.visitId ?? null,
        position,
        words: searchWords(
          [lead.name, lead.email],
          [lead.phone, dial ?? withDialCode({ ...lead, countryCode: '+39' })],
        ).join(' '),
      })
    },
    LeadErased: ({ stream }) => rows.remove(idOf(stream)),
  },
}
