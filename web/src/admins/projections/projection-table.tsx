import type { ProjectionStatus } from '@tba/events/projections/views.ts'
import { duration } from '../parts/durations.ts'
import { type Column, Ledger, Value } from '../parts/ledger.tsx'
import { count } from '../parts/numbers.ts'
import { StateOf } from './projection-state.tsx'
import { RebuildButton } from './rebuild.button.tsx'

type Row = ProjectionStatus & { id: string }

export const lag = (lagMs: number) =>
  lagMs === 0 ? '0 s' : lagMs < 1_000 ? '< 1 s' : duration(lagMs / 1_000)

const columnsFor = (changed: () => Promise<unknown>): Column<Row>[] => [
  { name: 'Proiezione', width: '15%', cell: ({ name }) => <strong>{name}</strong> },
  { name: 'Stato', width: '34%', cell: row => <StateOf projection={row} /> },
  { name: 'Ritardo', width: '10%', cell: ({ lagMs }) => lag(lagMs) },
  {
    name: 'Ritmo',
    width: '10%',
    cell: ({ eventsPerSecond }) => `${count(Math.round(eventsPerSecond * 10) / 10)}/s`,
  },
  {
    name: 'Versione',
    width: '8%',
    cell: ({ version }) => <Value>{version === null ? null : String(version)}</Value>,
  },
  {
    name: 'Posizione',
    width: '12%',
    cell: ({ position }) =>
      position ? (
        <code className="position" title={position}>
          …{position.slice(-8)}
        </code>
      ) : (
        <Value>{null}</Value>
      ),
  },
  {
    name: 'Che fare',
    width: '11%',
    cell: ({ name, build }) => <RebuildButton name={name} isBuilding={build !== null} changed={changed} />,
  },
]

type Props = { projections: readonly ProjectionStatus[]; changed: () => Promise<unknown> }

export function ProjectionTable({ projections, changed }: Props) {
  const rows = projections.map(projection => ({ ...projection, id: projection.name }))
  return <Ledger caption="Le proiezioni e il loro stato" columns={columnsFor(changed)} rows={rows} />
}
