const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/**
 * The day in Europe/Rome, on which the product's calendars and file names agree.
 * @param time ISO 8601, or a Date
 * @returns `YYYY-MM-DD`
 */
export function romeDay(time: string | Date): string {
  const part = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
}
