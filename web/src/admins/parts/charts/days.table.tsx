import { count } from '../../../components/format.ts'
import { DataTable } from '../lists/data-table.tsx'
import { dayNames } from '../time/times.tsx'
import './charts.css'

type Props<Day> = {
  caption: string
  columns: readonly { name: string; amount: (day: Day) => number | string }[]
  days: readonly Day[]
  /** The day that is not over. */
  today?: string
  summary?: string
}

const shown = (amount: number | string) => (typeof amount === 'number' ? count(amount) : amount)

/** The numbers of a chart, the newest day first. */
export const DaysTable = <Day extends { day: string }>(props: Props<Day>) => {
  const { caption, columns, days, today, summary = 'Tabella dei giorni' } = props
  const dayName = dayNames(days.map(({ day }) => day))
  return (
    <details className="days">
      <summary>{summary}</summary>
      <DataTable
        className="days-table"
        caption={caption}
        columns={[
          {
            name: 'Giorno',
            isHeading: true,
            cell: ({ day }) => `${dayName(day)}${day === today ? ', finora' : ''}`,
          },
          ...columns.map(({ name, amount }) => ({ name, cell: (day: Day) => shown(amount(day)) })),
        ]}
        rows={days.toReversed().map(each => ({ ...each, id: each.day }))}
      />
    </details>
  )
}
