import type { OverviewView } from '@tba/events/overview/views.ts'
import type { Period } from '@tba/events/period.ts'
import { romeDay, romeHour } from '@tba/events/rome-day.ts'
import { useId } from 'react'
import { count } from '../../components/format.ts'

const weekdays = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A darker cell has more visits. On a phone the numbers are in the tooltip and for screen readers. */
type Props = { view: OverviewView; period: Period; nowMs: number; name: string | undefined }

/** The hours of the week that have begun in the period, such as `0.13` for Monday at 13. */
function begunIn({ from, to }: Period, nowMs: number): ReadonlySet<string> {
  const begun = new Set<string>()
  const endMs = Math.min(nowMs, Date.parse(to))
  for (let ms = Date.parse(from); ms < endMs && begun.size < 7 * 24; ms += 3_600_000)
    begun.add(`${(new Date(romeDay(new Date(ms))).getUTCDay() + 6) % 7}.${romeHour(ms)}`)
  return begun
}

export function HoursTable({ view: { hours: week }, period, nowMs, name }: Props) {
  const id = useId()
  const begun = begunIn(period, nowMs)
  const maxVisits = Math.max(1, ...week.flat())
  return (
    <section className="overview-hours" aria-labelledby={id}>
      <h2 id={id}>{name ? `Quando arrivano: ${name}` : 'Quando arrivano'}</h2>
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
                  style={{ '--heat': visits / maxVisits }}
                  className={begun.has(`${at}.${hour}`) ? undefined : 'not-begun'}
                  title={`${weekdays[at]}, ore ${hour}: ${begun.has(`${at}.${hour}`) ? count(visits) : 'non nel periodo, o non ancora'}`}
                >
                  <span>
                    {visits > 0 ? (
                      count(visits)
                    ) : (
                      <i className="visually-hidden">{begun.has(`${at}.${hour}`) ? '0' : 'non ancora'}</i>
                    )}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
