import { CopyIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { Json } from '@tba/events/json.ts'
import { Link } from 'react-router-dom'
import { useToast } from '../../shell/toast.ts'
import { ExportEvents } from '../parts/export-events.tsx'
import { streamAbout, streamKind } from './stream-kinds.ts'

type Props = { stream: string; state: Json }

export function StreamHead({ stream, state }: Props) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(stream)
      toast({ title: 'Nome copiato' })
    } catch {
      // Without HTTPS, or where the browser was told not to.
      toast({ title: 'Nome non copiato', description: stream, destructive: true })
    }
  }
  return (
    <header className="stream-head">
      <h1>{streamKind(stream)}</h1>
      <p className="stream-name">
        <span className="mono">{stream}</span>
        <Button variant="ghost" color="gray" onClick={copy}>
          <CopyIcon aria-hidden /> Copia il nome
        </Button>
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
