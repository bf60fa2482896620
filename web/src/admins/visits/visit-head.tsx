import type { VisitDetail } from '@tba/events/visits/views.ts'
import { Link } from 'react-router-dom'
import { Facts, Value } from '../../shell/facts.tsx'
import { lengthOf } from '../parts/durations.ts'
import { ExportEvents } from '../parts/export-events.tsx'
import { streamAddress } from '../parts/links.tsx'
import { MomentOf } from '../parts/times.tsx'
import { consents, devices, outcomes, RobotBadge } from './words.tsx'

type Props = { visit: VisitDetail['visit']; realMs: number }

export function VisitHead({ visit, realMs }: Props) {
  const { id, firstAt, device, referrer, consent, outcome, robot, userAgent, accounts } = visit
  const query = new URLSearchParams({ visit: id }).toString()
  const events = `/admin/events?${query}`
  return (
    <header className="visit-head">
      <div className="visit-title">
        <h1>Visita</h1>
        {outcome && <span className="badge outcome">{outcomes[outcome]}</span>}
        {robot && <RobotBadge robot={robot} />}
        <span className="mono visit-id">{id}</span>
      </div>
      {robot && <p className="visit-robot">Contata come robot: {robot.reason}.</p>}
      <Facts
        className="visit-facts"
        facts={[
          ['Inizio', <MomentOf key="at" at={firstAt} />],
          ['Durata', lengthOf(realMs)],
          ['Eventi', visit.events.toLocaleString('it-IT')],
          [
            'Dispositivo',
            <span key="device" title={userAgent ?? undefined}>
              <Value>{device && devices[device]}</Value>
            </span>,
          ],
          ['Provenienza', referrer],
          ['Consenso', consent && consents[consent]],
        ]}
      />
      <nav className="visit-about" aria-label="Su questa visita">
        {accounts.map((account, at) => (
          <Link key={account} to={`/admin/customers/${account}`}>
            {accounts.length > 1 ? `Cliente ${at + 1}` : 'Cliente'}
          </Link>
        ))}
        <Link to={streamAddress(`visit-${id}`)}>Cronologia del flusso</Link>
        <Link to={events}>Nella cronologia degli eventi</Link>
        <ExportEvents query={query} note="Gli eventi di questa visita." />
      </nav>
    </header>
  )
}
