import type { HistoryEvent } from '@tba/events/history/views.ts'
import { Link } from 'react-router-dom'
import '../lists/data-table.css'

export const visitAddress = (id: string) => `/admin/visits/${encodeURIComponent(id)}`
export const personAddress = (id: string) => `/admin/people/${encodeURIComponent(id)}`
export const receiptAddress = (number: string) => `/admin/receipts/${encodeURIComponent(number)}`
/** With dashes, or with a letter, and maybe blanks: twelve digits alone may be a phone. */
const receiptNumber = /^(?=.*[a-f-])[\da-f]{4}[- ]?[\da-f]{4}[- ]?[\da-f]{4}$/i
/** Null: no number of a receipt. */
export const receiptNumberIn = (text: string) =>
  receiptNumber.test(text.trim()) ? text.trim().replaceAll(' ', '-').toUpperCase() : null

export const customerAddress = (id: string) => `/admin/customers/${encodeURIComponent(id)}`
/** Of a lead or a questionnaire: its drawer. */
export const requestAddress = (id: string) =>
  `/admin/requests?${new URLSearchParams({ view: 'all', request: id })}`
export const streamAddress = (stream: string) => `/admin/streams/${encodeURIComponent(stream)}`
export const eventAddress = (id: string) => `/admin/events?event=${encodeURIComponent(id)}`

/** A request or an account leads to its person. */
const partStream = /^(?:lead|questionnaire|request|account|setup)-(.+)$/s

/** The request or the account of an event: its id leads to the person. Null: nobody’s. */
export function partOf(event: Pick<HistoryEvent, 'stream' | 'actor' | 'data'>): string | null {
  const { stream, actor, data } = event
  const [, id = data.accountId] = partStream.exec(stream) ?? []
  if (typeof id === 'string') return id
  return actor.startsWith('customer:') ? actor.slice('customer:'.length) : null
}

/** A number as it was typed; a link if it can be dialled. An analyst sees masks. */
export const PhoneLink = ({ typed, dial }: Record<'typed' | 'dial', string | null | undefined>) =>
  dial?.startsWith('+') ? <a href={`tel:${dial}`}>{typed}</a> : <span>{typed}</span>

/** Null: no number, a mask, or an Italian landline. */
export const whatsappAddress = (dial: string | null) =>
  dial?.startsWith('+') && !dial.startsWith('+390') ? `https://wa.me/${dial.replace(/\D/g, '')}` : null

export const VisitLinks = ({ id }: { id: string }) => (
  <span className="visit-links">
    <Link to={visitAddress(id)} aria-label={`Visita ${id}`}>
      Visita
    </Link>
    <Link to={streamAddress(`visit-${id}`)} aria-label={`Cronologia della visita ${id}`}>
      Cronologia
    </Link>
    <Link to={`/admin/events?${new URLSearchParams({ visit: id })}`} aria-label={`Eventi della visita ${id}`}>
      Eventi
    </Link>
  </span>
)
