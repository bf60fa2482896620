const dayMs = 86_400_000

/** The national holidays with a fixed date, as `MM-DD`. */
const fixed = ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26']
/** San Francesco, by the law 151 of 2025. */
const francis = { day: '10-04', since: 2026 }

/** Easter Sunday by the Gregorian rule. @returns ms since 1970, at midnight UTC */
export function easter(year: number): number {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const lunar = (19 * golden + century - (century >> 2) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const moon = lunar - (lunar > 28 || (lunar === 28 && golden > 10) ? 1 : 0)
  const weekday = (year + (year >> 2) + moon + 2 - century + (century >> 2)) % 7
  const days = moon - weekday
  return Date.UTC(year, 2, 28 + days)
}

/** Whether Italy has a national holiday. @param day `YYYY-MM-DD` */
export function isHoliday(day: string): boolean {
  const [year, date] = [Number(day.slice(0, 4)), day.slice(5)]
  if (fixed.includes(date) || (date === francis.day && year >= francis.since)) return true
  const since = (Date.parse(`${day}T00:00:00Z`) - easter(year)) / dayMs
  return since === 0 || since === 1
}
