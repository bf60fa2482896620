import { Navigate, useLocation, useSearchParams } from 'react-router-dom'

const kinds: Readonly<Record<string, string>> = {
  '/admin/leads': 'lead',
  '/admin/questionnaires': 'questionnaire',
}

/** The addresses of earlier pages, which letters and bookmarks hold: they lead to a view of Richieste. */
export default function MovedPage() {
  const [params] = useSearchParams()
  const kind = kinds[useLocation().pathname.replace(/\/$/, '')] ?? ''
  const request = params.get('contatto') ?? params.get('questionario') ?? ''
  const wanted = Object.entries({ view: 'all', kind, q: params.get('q') ?? '', request })
  const query = new URLSearchParams(wanted.filter(([, value]) => value !== ''))
  return <Navigate to={`/admin/requests?${query}`} replace />
}
