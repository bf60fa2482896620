import { valueNames } from '@tba/events/value-names.ts'
import { type VisitDetail, visitDetail } from '@tba/events/visits/views.ts'
import { useEffect, useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { Facts, Value } from '../../components/facts.tsx'
import { count } from '../../components/format.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { consoleCommand, readAs } from '../api/calls.ts'
import { useRecord } from '../api/reads.ts'
import { parseDefinition } from '../funnels/builder/draft.ts'
import { parseJson } from '../parts/filters/filters.ts'
import { ExportEvents } from '../parts/lists/export-events.tsx'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { formatMs } from '../parts/time/durations.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { outcomes } from '../parts/words/labels.ts'
import { customerAddress, partOf, personAddress, streamAddress } from '../parts/words/links.tsx'
import { Neighbours } from './neighbours.tsx'
import { playbackOf } from './player/playback.ts'
import { PlayerView } from './player/player.tsx'
import { consents, RobotBadge } from './words.tsx'
import './visits.css'

/** A visit has at most 2,000 events of its own: nearly all fit in the first part. */
function useVisit(id: string) {
  const funnel = useSearchParams()[0].get('funnel')
  const asked = funnel && parseDefinition(parseJson(funnel)) ? `?${new URLSearchParams({ funnel })}` : ''
  return useRecord(`/api/admin/visits/${encodeURIComponent(id)}${asked}`, readAs(visitDetail))
}

export default function VisitPage() {
  const { id = '' } = useParams()
  const list = useSearchParams()[0].get('list')
  usePageTitle(`Visita ${id}`)
  return (
    <DetailPage
      className="visit"
      back={{ to: `/admin/visits${list ? `?${list}` : ''}`, name: 'Visite' }}
      title="Visita"
      answer={useVisit(id)}
      notFound={{
        title: 'Nessuna visita qui',
        text: 'A questo indirizzo non c’è nulla: l’id potrebbe essere sbagliato, oppure la visita è scaduta.',
      }}
    >
      {detail => (
        <>
          {list !== null && <Neighbours list={list} id={id} />}
          <VisitContent key={id} detail={detail} />
        </>
      )}
    </DetailPage>
  )
}

function VisitContent({ detail: { visit, events, next, steps } }: { detail: VisitDetail }) {
  const playback = useMemo(() => playbackOf(events), [events])
  useEffect(() => {
    consoleCommand('PUT', `/api/admin/visits/${encodeURIComponent(visit.id)}/seen`, {}).catch(console.error)
  }, [visit.id])
  return (
    <>
      <VisitHead visit={visit} events={events} realMs={playback.realMs} />
      {events.length === 0 ? (
        <p className="quiet">Di questa visita non è rimasto alcun evento nel registro.</p>
      ) : (
        <PlayerView playback={playback} visitId={visit.id} steps={steps} />
      )}
      {next !== null && (
        <p className="quiet">
          La visita ha più eventi di quanti se ne mostrano qui: gli altri sono nella pagina Eventi.
        </p>
      )}
    </>
  )
}

/** Those who acted in it: their accounts, else their requests. */
const personsOf = ({ visit: { accounts }, events }: Pick<VisitDetail, 'visit' | 'events'>) =>
  accounts.length > 0 ? accounts : [...new Set(events.flatMap(event => partOf(event) ?? []))]

type HeadProps = Pick<VisitDetail, 'visit' | 'events'> & { realMs: number }

function VisitHead({ visit, events, realMs }: HeadProps) {
  const persons = personsOf({ visit, events })
  const { id, firstAt, device, source, referrer, consent, outcome, robot, userAgent, accounts } = visit
  const query = `visit=${encodeURIComponent(id)}`
  return (
    <header className="visit-head">
      <div className="visit-title">
        <h1>Visita</h1>
        {outcome && <span className="badge outcome">{outcomes[outcome]}</span>}
        {robot && <RobotBadge robot={robot} />}
        <span className="mono visit-id">{id}</span>
      </div>
      {robot && <p className="visit-robot">{`Contata come robot: ${robot.reason}.`}</p>}
      <Facts
        className="visit-facts"
        facts={[
          ['Inizio', <MomentOf key="at" at={firstAt} />],
          ['Durata', formatMs(realMs)],
          ['Eventi', count(visit.events)],
          [
            'Dispositivo',
            <span key="device" title={userAgent ?? undefined}>
              <Value>{device && valueNames.device[device]}</Value>
            </span>,
          ],
          ['Sorgente', source],
          ['Sito di provenienza', referrer],
          ['Consenso', consent && consents[consent]],
        ]}
      />
      <nav className="visit-about" aria-label="Su questa visita">
        {accounts.map((account, at) => (
          <Link key={account} to={customerAddress(account)}>
            {accounts.length > 1 ? `Cliente ${at + 1}` : 'Cliente'}
          </Link>
        ))}
        {persons.map((part, at) => (
          <Link key={part} to={personAddress(part)}>
            {persons.length > 1 ? `Persona ${at + 1}` : 'Persona'}
          </Link>
        ))}
        <Link to={streamAddress(`visit-${id}`)}>Cronologia del flusso</Link>
        <Link to={`/admin/events?${query}`}>Nella pagina Eventi</Link>
        <ExportEvents query={query} note="Gli eventi di questa visita." />
      </nav>
    </header>
  )
}
