import type { RetentionView } from '@tba/events/retention/views.ts'
import type { CSSProperties } from 'react'
import { count, percent } from '../../components/format.ts'
import { unitCount } from '../funnels/builder/words.ts'
import { addDays } from '../parts/time/rome-time.ts'
import { shortDay } from '../parts/time/times.tsx'

type Row = RetentionView['rows'][number]
type Week = Row['weeks'][number]
type Props = { by: 'customer' | 'person'; rows: Row[]; caption: string; open: (cell: string) => void }

/** More columns do not fit: the cells wrap, as on a phone. */
const maxColumns = 14

/** «16 nov – 22 nov». */
export const weekName = (monday: string) => `${shortDay(monday)} – ${shortDay(addDays(monday, 6))}`

/** «la stessa settimana», «1 settimana dopo», «3 settimane dopo». */
export function weeksAfter(week: number): string {
  if (week === 0) return 'la stessa settimana'
  return week === 1 ? '1 settimana dopo' : `${week} settimane dopo`
}

const words = { customer: ['cliente', 'clienti', 'Clienti'], person: ['persona', 'persone', 'Persone'] }

function Cell({ by, cohort, of, open }: { cohort: string; of: Week } & Pick<Props, 'by' | 'open'>) {
  const { week, share, running } = of
  const heat = { '--heat': share / 100 } as CSSProperties
  const title = `${weekName(cohort)}, ${weeksAfter(week)}${running ? ', in corso' : ''}`
  return (
    <td className="heat-cell" style={heat} data-label={`Sett. ${week}`} data-running={running}>
      {of.count === 0 ? (
        <span className="heat-none">
          <span>0</span>
          {running && <span className="visually-hidden">, in corso</span>}
        </span>
      ) : (
        <button type="button" onClick={() => open(`${cohort}.${week}`)}>
          <b>{percent(share)}</b>{' '}
          <span>
            <span>{count(of.count)}</span>{' '}
            <span className="visually-hidden">
              <span>{words[by][of.count === 1 ? 0 : 1]}</span>: <span>{title}</span>
            </span>
          </span>
        </button>
      )}
    </td>
  )
}

/** A darker cell is a greater share. */
export function HeatTable({ by, rows, caption, open }: Props) {
  const columns = Math.max(...rows.map(({ weeks }) => weeks.length))
  return (
    <table className="heat" data-wrapped={columns > maxColumns}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Settimana</th>
          <th scope="col">{words[by][2]}</th>
          {Array.from({ length: columns }, (_, week) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks are their numbers.
            <th key={week} scope="col" title={weeksAfter(week)}>
              {week}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cohort, size, weeks }) => (
          <tr key={cohort}>
            <th scope="row">{weekName(cohort)}</th>
            <td className="heat-size" data-label={words[by][2]}>
              <button
                type="button"
                aria-label={`${unitCount(by, size)}: tutti quelli della settimana ${weekName(cohort)}`}
                onClick={() => open(cohort)}
              >
                {count(size)}
              </button>
            </td>
            {weeks.map(week => (
              <Cell key={week.week} by={by} cohort={cohort} of={week} open={open} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
