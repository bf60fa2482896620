import { DownloadIcon } from '@radix-ui/react-icons'
import type { ReplayDetail } from '@tba/events/replays/views.ts'
import { useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { CommandButton } from '../../shell/command-button.tsx'
import { serverMessage } from '../../shell/http.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useToast } from '../../shell/toast.ts'
import { readFailure, useFailureToast } from '../console-data.ts'
import { SavedBy } from '../funnels/saved-list.tsx'
import { MomentOf } from '../parts/times.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { CancelButton } from './cancel.button.tsx'
import { FunnelOutcome } from './funnel-outcome.tsx'
import { AskedFunnel } from './funnel-told.tsx'
import { RowTable } from './replay-result.tsx'
import { StateOf } from './replay-state.tsx'
import { boundsOf, modeOf } from './replay-words.ts'
import { readDefinition } from './replayed-funnel.ts'
import { isMoving, isNoReplay, saveResult, useReplay } from './replays-data.ts'
import '../projections/projections.css'
import '../funnels/result.css'
import './replays.css'

function Downloads({ id }: { id: string }) {
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)
  async function save(format: 'ndjson' | 'csv') {
    setBusy(true)
    try {
      const name = await saveResult(id, format)
      if (name !== null) toast({ title: 'Risultato scaricato', description: `Lo trovi nel file ${name}.` })
    } catch (error) {
      fail(error, serverMessage(error, 'Impossibile scaricare il risultato'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className="replay-downloads">
      {(['ndjson', 'csv'] as const).map(format => (
        <CommandButton key={format} variant="outline" busy={busy} onClick={() => save(format)}>
          <DownloadIcon aria-hidden />
          {format.toUpperCase()}
        </CommandButton>
      ))}
    </p>
  )
}

function Facts({ replay }: { replay: ReplayDetail }) {
  const { requestedAt, requestedBy, endedAt, expiresAt, position } = replay
  return (
    <dl className="replay-facts">
      <div>
        <dt>Che cosa</dt>
        <dd>{boundsOf(replay)}</dd>
      </div>
      <div>
        <dt>Chiesta</dt>
        <dd>
          <MomentOf at={requestedAt} />, da <SavedBy actor={requestedBy} />
        </dd>
      </div>
      {endedAt && (
        <div>
          <dt>Finita</dt>
          <dd>
            <MomentOf at={endedAt} />
          </dd>
        </div>
      )}
      <div>
        <dt>Fino a</dt>
        <dd>
          <code>{position ?? 'registro vuoto'}</code>
        </dd>
      </div>
      {expiresAt && (
        <div>
          <dt>Si conserva fino a</dt>
          <dd>
            <MomentOf at={expiresAt} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** One replay: how far it is, and its result. */
export default function ReplayPage() {
  const { id = '' } = useParams()
  const answer = useReplay(id)
  const { data: replay, error, mutate } = answer
  const [params] = useSearchParams()
  const definition = useMemo(
    () => (replay?.mode.kind === 'funnel' ? readDefinition(replay.mode.definition) : null),
    [replay],
  )
  usePageTitle(replay ? `Replica: ${modeOf(replay)}` : 'Replica')
  return (
    <main className="console">
      <header className="console-title">
        <h1>{replay ? modeOf(replay) : 'Replica'}</h1>
        <p className="small">
          <Link to="/admin/replays">Tutte le repliche</Link>
        </p>
        {replay && isMoving(replay) && <CancelButton replay={replay} changed={() => mutate()} />}
      </header>
      {replay ? (
        <>
          <StateOf replay={replay} />
          {error && (
            <p role="alert">
              {isNoReplay(error)
                ? 'Eliminata: questa replica non c’è più, e qui resta ciò che se ne è letto.'
                : `Non aggiornato: ${readFailure(error)}. Si riprova da sé ogni pochi secondi.`}
            </p>
          )}
          <Facts replay={replay} />
          {definition && (
            <AskedFunnel
              definition={definition}
              from={replay.funnel ? '' : (params.get('confronto') ?? '')}
            />
          )}
          {replay.state === 'done' &&
            (replay.expiresAt ? (
              <Downloads id={replay.id} />
            ) : (
              <p className="quiet">
                Il risultato non c’è più: si conserva per sette giorni. Chiedila di nuovo.
              </p>
            ))}
          {replay.funnel && definition && (
            <FunnelOutcome definition={definition} result={replay.funnel} position={replay.position} />
          )}
          {replay.rows && <RowTable rows={replay.rows} found={replay.found} />}
        </>
      ) : error && isNoReplay(error) ? (
        <p className="quiet">Questa replica non c’è: l’indirizzo è sbagliato.</p>
      ) : (
        <ViewState answer={answer} />
      )}
    </main>
  )
}
