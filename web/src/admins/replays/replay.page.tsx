import { DownloadIcon } from '@radix-ui/react-icons'
import { maxDifferingRows, type ReplayDetail, type ReplayedRow } from '@tba/events/replays/views.ts'
import { useParams } from 'react-router-dom'
import { Facts } from '../../components/facts.tsx'
import { count } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { usePageTitle } from '../../shell/page.tsx'
import { useToast } from '../../toasts/toast.ts'
import { isMissingRecord, useAction } from '../api/reads.ts'
import { BreakdownTable } from '../funnels/result/breakdown.table.tsx'
import { ResultTable } from '../funnels/result/result.table.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { StaleNote } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { boundsOf, CancelButton, FunnelLink, funnelOf, modeOf, ReplayStateCell } from './replay-state.tsx'
import { isUnfinished, saveResult, useReplay } from './replays-data.ts'
import '../funnels/result/result.css'
import './replays.css'

function Downloads({ id }: { id: string }) {
  const toast = useToast()
  const { busy, run } = useAction('Impossibile scaricare il risultato')
  async function save(format: 'ndjson' | 'csv') {
    const name = await saveResult(id, format)
    if (name !== null) toast({ title: 'Risultato scaricato', description: `Lo trovi nel file ${name}.` })
  }
  return (
    <p className="replay-downloads">
      {(['ndjson', 'csv'] as const).map(format => (
        <CommandButton key={format} variant="outline" busy={busy} onClick={() => run(() => save(format))}>
          <DownloadIcon aria-hidden />
          <span>{format.toUpperCase()}</span>
        </CommandButton>
      ))}
    </p>
  )
}

type DiffRow = ReplayedRow & { id: string }

const columnValues = (values: ReplayedRow['live']) =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')

const diffColumns: Column<DiffRow>[] = [
  { name: 'Tabella', width: '18%', cell: ({ table }) => <code>{table}</code> },
  { name: 'Chiave', width: '24%', cell: ({ key }) => <code>{Object.values(key).join(' ')}</code> },
  { name: 'Si legge', width: '24%', cell: ({ live }) => columnValues(live) },
  { name: 'Dal registro', width: '24%', cell: ({ replayed }) => columnValues(replayed) },
  { name: 'Colonne celate', width: '10%', cell: ({ hidden }) => hidden.join(', ') || null },
]

function RowTable({ rows, found }: { rows: readonly ReplayedRow[]; found: number }) {
  if (rows.length === 0) return <p>Nessuna differenza: la tabella dice quello che dice il registro.</p>
  const shown = rows.map((row, at) => ({ ...row, id: String(at) }))
  return (
    <>
      <DataTable caption="Le righe diverse" columns={diffColumns} rows={shown} />
      {found > rows.length && (
        <p className="quiet small">
          Le prime <span>{count(rows.length)}</span> di <span>{count(found)}</span>: scarica il risultato per
          le altre
          <span>{found > maxDifferingRows && `, che tiene le prime ${count(maxDifferingRows)}`}</span>.
        </p>
      )}
    </>
  )
}

export default function ReplayPage() {
  const { id = '' } = useParams()
  const answer = useReplay(id)
  const { data: replay, error } = answer
  usePageTitle(replay ? `Replica: ${modeOf(replay)}` : 'Replica')
  return (
    <DetailPage
      className=""
      back={{ to: '/admin/replays', name: 'Tutte le repliche' }}
      title="Replica"
      answer={{ ...answer, isMissing: !replay && isMissingRecord(error) }}
      notFound={{ title: 'Nessuna replica qui', text: 'Questa replica non c’è: l’indirizzo è sbagliato.' }}
    >
      {found => <ReplayContent replay={found} error={error} />}
    </DetailPage>
  )
}

const deleted = 'Eliminata: questa replica non c’è più, e qui resta ciò che se ne è letto.'

function ReplayContent({ replay, error }: { replay: ReplayDetail; error: Error | undefined }) {
  const { requestedAt, requestedBy, endedAt, cancelledBy, expiresAt } = replay
  const definition = funnelOf(replay)
  const momentOf = (at: string | null) => at && <MomentOf at={at} />
  const request = (
    <>
      <MomentOf at={requestedAt} />
      <span>, da</span> <SavedBy actor={requestedBy} />
    </>
  )
  return (
    <>
      <header className="console-title">
        <h1>{modeOf(replay)}</h1>
        {isUnfinished(replay) && <CancelButton replay={replay} />}
      </header>
      <ReplayStateCell replay={replay} />
      {error && <StaleNote error={error} missing={isMissingRecord(error) && deleted} />}
      <Facts
        className="replay-facts"
        facts={[
          ['Che cosa', boundsOf(replay)],
          ['Chiesta', request],
          ...(cancelledBy ? [] : [['Finita', momentOf(endedAt)] as const]),
          ['Si conserva fino a', momentOf(expiresAt)],
        ]}
      />
      {definition && <FunnelLink definition={definition} />}
      {replay.state === 'done' && !expiresAt && (
        <p className="quiet">Il risultato non c’è più: si conserva per sette giorni. Chiedila di nuovo.</p>
      )}
      {replay.state === 'done' && expiresAt && <Downloads id={replay.id} />}
      {replay.funnel && definition && (
        <section className="result" aria-labelledby="replayed-title">
          <h2 id="replayed-title">Risultato</h2>
          <ResultTable definition={definition} result={replay.funnel} />
          <BreakdownTable definition={definition} result={replay.funnel} open={null} />
        </section>
      )}
      {replay.rows && <RowTable rows={replay.rows} found={replay.found} />}
    </>
  )
}
