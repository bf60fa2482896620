const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours

export const units = [
  { letter: 's', seconds: 1, symbol: 's', one: 'secondo', many: 'secondi' },
  { letter: 'm', seconds: minutes, symbol: 'min', one: 'minuto', many: 'minuti' },
  { letter: 'h', seconds: hours, symbol: 'h', one: 'ora', many: 'ore' },
  { letter: 'd', seconds: days, symbol: 'g', one: 'giorno', many: 'giorni' },
] as const
export type Unit = (typeof units)[number]

function splitByUnits(seconds: number): [amount: number, unit: Unit][] {
  const greater = units.findLast(unit => seconds >= unit.seconds) ?? units[0]
  const smaller = units[units.indexOf(greater) - 1]
  const rest = smaller ? Math.floor((seconds % greater.seconds) / smaller.seconds) : 0
  return [
    [Math.floor(seconds / greater.seconds), greater],
    ...(smaller && rest > 0 ? [[rest, smaller] satisfies [number, Unit]] : []),
  ]
}

/** «4 min», «1 h 12 min». Rounded down. */
export const duration = (seconds: number) =>
  splitByUnits(Math.max(0, Math.floor(seconds)))
    .map(([amount, { symbol }]) => `${amount} ${symbol}`)
    .join(' ')

/** Rounded. */
export const formatMs = (ms: number) => duration(Math.round(ms / 1_000))

const withUnit = (amount: number, { one, many }: Unit) =>
  `${amount.toLocaleString('it-IT', { maximumFractionDigits: 1 })} ${amount === 1 ? one : many}`

/** In words: «3 minuti e 20 secondi». */
export function durationInWords(seconds: number): string {
  if (seconds < 0) return `−${durationInWords(-seconds)}`
  if (seconds === 0) return 'nello stesso istante'
  if (seconds < 1) return 'meno di un secondo'
  if (seconds < 10) return withUnit(Math.round(seconds * 10) / 10, units[0])
  return splitByUnits(Math.round(seconds))
    .map(([amount, unit]) => withUnit(amount, unit))
    .join(' e ')
}

export const unitOf = (seconds: number): Unit =>
  units.findLast(unit => seconds >= unit.seconds && seconds % unit.seconds === 0) ?? units[0]

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** «0:07», «12:04», «1:02:03». Rounded like `lengthOf`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hour, minute] = [Math.floor(seconds / hours), Math.floor(seconds / minutes) % 60]
  const rest = twoDigits(seconds % 60)
  return hour > 0 ? `${hour}:${twoDigits(minute)}:${rest}` : `${minute}:${rest}`
}
