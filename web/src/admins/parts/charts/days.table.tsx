import { count } from '../../../components/format.ts'
import { DataTable } from '../lists/data-table.tsx'
import { dayNames } from '../time/times.tsx'
import './charts.css'

type Props<Day> = {
  caption: string
  columns: readonly { name: string; amount: (day: Day) => number }[]
  days: readonly Day[]
  /** The day that is not over. */
  today?: string
}

/** The numbers of a chart, the newest day first. */
export const DaysTable = <Day extends { day: string }>({ caption, columns, days, today }: Props<Day>) => {
  const dayName = dayNames(days.map(({ day }) => day))
  return (
    <details className="days">
      <summary>Tabella dei giorni</summary>
      <DataTable
        className="days-table"
        caption={caption}
        columns={[
          {
            name: 'Giorno',
            isHeading: true,
            cell: ({ day }) => `${dayName(day)}${day === today ? ', finora' : ''}`,
          },
          ...columns.map(({ name, amount }) => ({ name, cell: (day: Day) => count(amount(day)) })),
        ]}
        rows={days.toReversed().map(each => ({ ...each, id: each.day }))}
      />
    </details>
  )
}
