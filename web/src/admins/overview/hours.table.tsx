import type { OverviewView } from '@tba/events/overview/views.ts'
import type { CSSProperties } from 'react'
import { count } from '../../components/format.ts'

const weekdays = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A darker cell has more visits. On a phone the numbers are in the tooltip and for screen readers. */
export function HoursTable({ view: { hours: week } }: { view: OverviewView }) {
  const maxVisits = Math.max(1, ...week.flat())
  return (
    <section className="overview-hours" aria-labelledby="hours-title">
      <h2 id="hours-title">Quando arrivano</h2>
      <table>
        <caption className="quiet small">Visite cominciate in ogni ora della settimana, a Roma</caption>
        <thead>
          <tr>
            <td />
            {hours.map(hour => (
              <th key={hour} scope="col">
                <span>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((row, at) => (
            <tr key={weekdays[at]}>
              <th scope="row" aria-label={weekdays[at]}>
                {weekdays[at]?.slice(0, 3)}
              </th>
              {row.map((visits, hour) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the hours are their numbers.
                  key={hour}
                  style={{ '--heat': visits / maxVisits } as CSSProperties}
                  title={`${weekdays[at]}, ore ${hour}: ${count(visits)}`}
                >
                  <span>{visits === 0 ? <i className="visually-hidden">0</i> : count(visits)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
