import { dates } from '../../../components/format.ts'

const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const dayFormat = dates(date)
const momentFormat = dates({ ...date, ...time })
const calendarFormat = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })

const yearFormat = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** Names these days, with their years where they differ. */
export function dayNames(days: readonly string[]): (day: string) => string {
  const isOneYear = new Set(days.map(day => day.slice(0, 4))).size < 2
  return isOneYear ? shortDay : day => yearFormat().format(new Date(`${day}T00:00:00Z`))
}

/** `YYYY-MM-DD`. */
export const shortDay = (day: string) => calendarFormat().format(new Date(`${day}T00:00:00Z`))

/** UTC with milliseconds on hover. */
export const DateOf = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {dayFormat().format(new Date(at))}
  </time>
)

/** Invalid texts stay. */
export const MomentOf = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {Number.isNaN(Date.parse(at)) ? at : momentFormat().format(new Date(at))}
  </time>
)
