import { Link } from 'react-router-dom'
import { visitAddress } from '../visits/visit-address.ts'

export const streamAddress = (stream: string) => `/admin/streams/${encodeURIComponent(stream)}`

/** To a visit, and to all that happened in it. */
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
