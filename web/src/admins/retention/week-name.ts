import { daysFrom } from '../parts/rome-time.ts'
import { shortDay } from '../parts/times.tsx'

/** «16 nov – 22 nov». @param monday `YYYY-MM-DD` */
export const weekName = (monday: string) => `${shortDay(monday)} – ${shortDay(daysFrom(monday, 6))}`

/** «la stessa settimana», «1 settimana dopo», «3 settimane dopo». */
export function weeksAfter(week: number): string {
  if (week === 0) return 'la stessa settimana'
  return week === 1 ? '1 settimana dopo' : `${week} settimane dopo`
}
