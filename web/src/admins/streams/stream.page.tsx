import { useParams } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import { ViewState } from '../parts/view-state.tsx'
import { StreamHead } from './stream-head.tsx'
import { streamKind } from './stream-kinds.ts'
import { Timeline } from './timeline.tsx'
import { isMissing, useAsOf, useTimeline } from './timeline-data.ts'
import './streams.css'

export default function StreamPage() {
  const { name = '' } = useParams()
  usePageTitle(`${streamKind(name)} ${name}`)
  return (
    <main className="console">
      <TimelineOf key={name} stream={name} />
    </main>
  )
}

function TimelineOf({ stream }: { stream: string }) {
  const [asOf, choose] = useAsOf()
  const answer = useTimeline(stream, asOf)
  if (answer.data) return <Timeline timeline={answer.data} asOf={asOf} choose={choose} />
  return (
    <>
      <StreamHead stream={stream} state={null} />
      {isMissing(answer.error) ? (
        <p role="alert">
          In questo flusso non è registrato nulla. Il nome potrebbe essere sbagliato, oppure era una visita
          che nel frattempo è scaduta.
        </p>
      ) : (
        <ViewState answer={answer} />
      )}
    </>
  )
}
