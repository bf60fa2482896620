import { Link } from 'react-router-dom'

export const streamAddress = (stream: string) => `/admin/streams/${encodeURIComponent(stream)}`

/** From a visit to all that happened in it. */
export const VisitLinks = ({ id }: { id: string }) => (
  <span className="visit-links">
    <Link to={streamAddress(`visit-${id}`)} aria-label={`Cronologia della visita ${id}`}>
      Cronologia
    </Link>
    <Link to={`/admin/events?${new URLSearchParams({ visit: id })}`} aria-label={`Eventi della visita ${id}`}>
      Eventi
    </Link>
  </span>
)
