import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { useId } from 'react'
import { count, percent } from '../../../components/format.ts'
import { type Column, DataTable } from '../../parts/lists/data-table.tsx'
import { duration } from '../../parts/time/durations.ts'
import { unitCount, type units } from '../builder/words.ts'

type Bin = NonNullable<FunnelResult['times']>[number]

/** Short times with a decimal: the twenty bins of a minute differ by three seconds. */
const time = (seconds: number) =>
  seconds > 0 && seconds < 10 ? `${Math.round(seconds * 10) / 10} s`.replace('.', ',') : duration(seconds)

/** How long those took who reached the last step, as a histogram. */
export function Times({ times, by, of }: { times: readonly Bin[]; by: keyof typeof units; of: string }) {
  const id = useId()
  const total = times.reduce((sum, bin) => sum + bin.count, 0)
  const most = Math.max(1, ...times.map(bin => bin.count))
  const columns: Column<Bin & { id: string }>[] = [
    {
      name: 'Dal primo passo all’ultimo',
      isHeading: true,
      cell: ({ fromSeconds, toSeconds }) => `${time(fromSeconds)} – ${time(toSeconds)}`,
    },
    {
      name: 'Quanti',
      cell: bin => (
        <span className="group-cell">
          <span className="small-bar" style={{ '--share': `${(100 * bin.count) / most}%` }} aria-hidden />
          <span>{count(bin.count)}</span>{' '}
          <span className="quiet">{bin.count > 0 && percent((100 * bin.count) / total)}</span>
        </span>
      ),
    },
  ]
  return (
    <section className="breakdown" aria-labelledby={id}>
      <h2 id={id}>{`In quanto tempo ci arrivano${of}`}</h2>
      {total === 0 ? (
        <p className="quiet">Nessuno è arrivato all’ultimo passo: qui starebbero i tempi di chi ci arriva.</p>
      ) : (
        <DataTable
          className="breakdown-table times-table"
          caption={`Tempi di ${unitCount(by, total)}${of}`}
          columns={columns}
          rows={times.map(bin => ({ ...bin, id: String(bin.fromSeconds) }))}
        />
      )}
    </section>
  )
}
