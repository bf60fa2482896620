import { count } from '../../../components/format.ts'
import { shortDay } from '../time/times.tsx'
import './charts.css'

type Props<Day> = {
  caption: string
  columns: readonly (readonly [name: string, amount: (day: Day) => number])[]
  days: readonly Day[]
  /** The day that is not over. */
  today?: string
}

/** The numbers of a chart, the newest day first. */
export const DaysTable = <Day extends { day: string }>({ caption, columns, days, today }: Props<Day>) => (
  <details className="days">
    <summary>Tabella dei giorni</summary>
    <table className="ledger days-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {['Giorno', ...columns.map(([name]) => name)].map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(each => (
          <tr key={each.day}>
            <th scope="row">{each.day === today ? `${shortDay(each.day)}, finora` : shortDay(each.day)}</th>
            {columns.map(([name, amount]) => (
              <td key={name}>{count(amount(each))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
