const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Europe/Rome, as `YYYY-MM-DD`. @param time ISO 8601, or a Date */
export function romeDay(time: string | Date): string {
  const part = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
}

const hourMs = 3_600_000

/** The start of a day in Rome, in ms since 1970. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // One hour ahead of UTC, two in summer: the earlier one that is in that day.
  return [utc - 2 * hourMs, utc - hourMs].find(at => romeDay(new Date(at)) === day) ?? utc
}
