import { Link } from 'react-router-dom'
import '../lists/data-table.css'

export const visitAddress = (id: string) => `/admin/visits/${encodeURIComponent(id)}`
export const customerAddress = (id: string) => `/admin/customers/${encodeURIComponent(id)}`
export const streamAddress = (stream: string) => `/admin/streams/${encodeURIComponent(stream)}`
export const eventAddress = (id: string) => `/admin/events?event=${encodeURIComponent(id)}`

/** A number as it was typed; a link if it can be dialled. An analyst sees masks. */
export const PhoneLink = ({ typed, dial }: Record<'typed' | 'dial', string | null | undefined>) =>
  dial?.startsWith('+') ? <a href={`tel:${dial}`}>{typed}</a> : <span>{typed}</span>

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
