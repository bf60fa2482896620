import { streamWords } from '@tba/events/event-words.ts'
import type { Json } from '@tba/events/json.ts'
import { Link } from 'react-router-dom'
import { CopyButton } from '../parts/filters/controls.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { translator } from '../parts/words/labels.ts'
import {
  customerAddress,
  personAddress,
  receiptAddress,
  streamAddress,
  visitAddress,
} from '../parts/words/links.tsx'

const categoryName = translator(streamWords)

const categoryOf = (stream: string) => stream.split('-', 1)[0] ?? stream

/** Unknown kinds stay. */
export const streamKind = (stream: string) => categoryName(categoryOf(stream))

type PageLink = readonly [title: string, to: string]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The state of a session or an address names its account. */
function accountOf(category: string, id: string, state: Json): string | null {
  if (category === 'account' || category === 'setup') return id
  const { accountId, heldBy } = Object(state)
  const named = category === 'session' ? accountId : category === 'email' ? heldBy : null
  return uuid.test(named) ? named : null
}

/** The pages about the same thing. */
function relatedPages(category: string, id: string, state: Json): PageLink[] {
  if (category === 'replay') return [['La replica', `/admin/replays/${id}`]]
  if (category === 'receipt') return [['La ricevuta', receiptAddress(id)]]
  if (category === 'lead' || category === 'questionnaire' || category === 'request')
    return [['La persona', personAddress(id)]]
  if (category === 'visit')
    return [
      ['Riproduci la visita', visitAddress(id)],
      ['Tutto ciò che è avvenuto in questa visita', `/admin/events?visit=${encodeURIComponent(id)}`],
    ]
  const account = accountOf(category, id, state)
  if (account === null) return []
  return [
    ['La persona', personAddress(account)],
    ['Scheda del cliente', customerAddress(account)],
    ['Account', streamAddress(`account-${account}`)],
    ['Configurazione', streamAddress(`setup-${account}`)],
  ]
}

function linksOf(stream: string, state: Json): PageLink[] {
  const category = categoryOf(stream)
  return [
    ...relatedPages(category, stream.slice(category.length + 1), state).filter(
      ([, to]) => to !== streamAddress(stream),
    ),
    ['Nella pagina Eventi', `/admin/events?stream=${encodeURIComponent(stream)}`],
  ]
}

export function StreamHead({ stream, state }: { stream: string; state: Json }) {
  const query = new URLSearchParams({ stream }).toString()
  return (
    <header className="stream-head">
      <h1>{streamKind(stream)}</h1>
      <p className="stream-name">
        <span className="mono">{stream}</span>
        <CopyButton text={stream} label="Copia il nome" done="Nome copiato" failed="Nome non copiato" />
        <ExportEvents query={query} note="Gli eventi di questo flusso." />
      </p>
      <nav aria-label="Su questo flusso">
        {linksOf(stream, state).map(([title, to]) => (
          <Link key={to} to={to}>
            {title}
          </Link>
        ))}
      </nav>
    </header>
  )
}
