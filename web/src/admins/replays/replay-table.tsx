import type { Replay } from '@tba/events/replays/views.ts'
import { Link } from 'react-router-dom'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { CancelButton } from './cancel.button.tsx'
import { StateOf } from './replay-state.tsx'
import { boundsOf, funnelOf, modeOf, nameOf } from './replay-words.ts'
import { isMoving } from './replays-data.ts'

const columnsFor = (changed: () => Promise<unknown>): Column<Replay>[] => [
  {
    name: 'Replica',
    width: '24%',
    cell: replay => (
      <span>
        <Link to={`/admin/replays/${replay.id}`}>{modeOf(replay)}</Link>
        {replay.mode.kind === 'funnel' && <span className="quiet replay-which">{funnelOf(replay)}</span>}
      </span>
    ),
  },
  { name: 'Che cosa', width: '24%', cell: boundsOf },
  { name: 'Chiesta', width: '16%', cell: ({ requestedAt }) => <MomentOf at={requestedAt} /> },
  { name: 'Stato', width: '26%', cell: replay => <StateOf replay={replay} /> },
  {
    name: 'Che fare',
    width: '10%',
    cell: replay =>
      isMoving(replay) ? (
        <CancelButton replay={replay} changed={changed} />
      ) : (
        <Link to={`/admin/replays/${replay.id}`} aria-label={`Apri: ${nameOf(replay)}`}>
          Apri
        </Link>
      ),
  },
]

type Props = { replays: Replay[]; changed: () => Promise<unknown> }

export const ReplayTable = ({ replays, changed }: Props) => (
  <Ledger caption="Le repliche e il loro stato" columns={columnsFor(changed)} rows={replays} />
)
