import type { Json } from '@tba/events/json.ts'
import { Link } from 'react-router-dom'
import { CopyButton } from '../parts/controls.tsx'
import { ExportEvents } from '../parts/export-events.tsx'
import { streamAbout, streamKind } from './stream-kinds.ts'

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
