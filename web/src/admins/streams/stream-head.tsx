import type { Json } from '@tba/events/json.ts'
import type { StreamCategory } from '@tba/events/streams.ts'
import { Link } from 'react-router-dom'
import { CopyButton } from '../parts/filters/controls.tsx'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { customerAddress, streamAddress, visitAddress } from '../parts/words/links.tsx'

export type About = { title: string; to: string }

type Kind = {
  name: string
  about?: (id: string, state: Json) => About[]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const customer = (id: string): About => ({ title: 'Scheda del cliente', to: customerAddress(id) })
const account = (id: string): About => ({ title: 'Account', to: streamAddress(`account-${id}`) })
const setup = (id: string): About => ({ title: 'Configurazione', to: streamAddress(`setup-${id}`) })

function named(state: Json, field: string): string | null {
  const value = typeof state === 'object' && state !== null && !Array.isArray(state) ? state[field] : null
  return typeof value === 'string' && uuid.test(value) ? value : null
}

const kinds: { readonly [K in StreamCategory]?: Kind } = {
  account: { name: 'Account', about: id => [customer(id), setup(id)] },
  setup: { name: 'Configurazione', about: id => [customer(id), account(id)] },
  session: { name: 'Sessione di un cliente', about: (_, state) => ofAccount(named(state, 'accountId')) },
  email: { name: 'Indirizzo e-mail', about: (_, state) => ofAccount(named(state, 'heldBy')) },
  lead: { name: 'Lead', about: () => [{ title: 'Tutti i lead', to: '/admin/leads' }] },
  questionnaire: {
    name: 'Questionario',
    about: () => [{ title: 'Tutti i questionari', to: '/admin/questionnaires' }],
  },
  visit: {
    name: 'Visita',
    about: id => [
      { title: 'Riproduci la visita', to: visitAddress(id) },
      {
        title: 'Tutto ciò che è avvenuto in questa visita',
        to: `/admin/events?visit=${encodeURIComponent(id)}`,
      },
    ],
  },
  tracking: { name: 'Visite nel loro insieme' },
  administrators: { name: 'Account della console' },
  admin: { name: 'Amministratore' },
  adminSession: {
    name: 'Sessione di un amministratore',
    about: (_, state) => {
      const id = named(state, 'adminId')
      return id ? [{ title: 'Amministratore', to: streamAddress(`admin-${id}`) }] : []
    },
  },
  settings: { name: 'Impostazioni' },
  exportTicket: { name: 'Link per un’esportazione' },
  projection: {
    name: 'Proiezione',
    about: () => [{ title: 'Tutte le proiezioni', to: '/admin/projections' }],
  },
  replay: { name: 'Replica', about: id => [{ title: 'La replica', to: `/admin/replays/${id}` }] },
  historyView: { name: 'Vista della cronologia' },
  funnel: { name: 'Funnel salvato' },
}

function ofAccount(id: string | null): About[] {
  return id ? [customer(id), account(id)] : []
}

/** Unknown kinds stay. */
export function streamKind(stream: string): string {
  const kind = kindIn(stream)
  return (Object.hasOwn(kinds, kind) && kinds[kind as StreamCategory]?.name) || kind
}

function streamAbout(stream: string, state: Json): About[] {
  const kind = kindIn(stream)
  const about = Object.hasOwn(kinds, kind) ? kinds[kind as StreamCategory]?.about : undefined
  const history = {
    title: 'Nella cronologia degli eventi',
    to: `/admin/events?stream=${encodeURIComponent(stream)}`,
  }
  return [...(about?.(stream.slice(kind.length + 1), state) ?? []), history]
}

const kindIn = (stream: string) => stream.split('-', 1)[0] ?? stream

type Props = { stream: string; state: Json }

export function StreamHead({ stream, state }: Props) {
  return (
    <header className="stream-head">
      <h1>{streamKind(stream)}</h1>
      <p className="stream-name">
        <span className="mono">{stream}</span>
        <CopyButton text={stream} label="Copia il nome" done="Nome copiato" failed="Nome non copiato" />
        <ExportEvents
          query={new URLSearchParams({ stream }).toString()}
          note="Gli eventi di questo flusso."
        />
      </p>
      <nav aria-label="Su questo flusso">
        {streamAbout(stream, state).map(({ title, to }) => (
          <Link key={to} to={to}>
            {title}
          </Link>
        ))}
      </nav>
    </header>
  )
}
