const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours

export const units = [
  { letter: 's', seconds: 1, sign: 's', one: 'secondo', many: 'secondi' },
  { letter: 'm', seconds: minutes, sign: 'min', one: 'minuto', many: 'minuti' },
  { letter: 'h', seconds: hours, sign: 'h', one: 'ora', many: 'ore' },
  { letter: 'd', seconds: days, sign: 'g', one: 'giorno', many: 'giorni' },
] as const
export type Unit = (typeof units)[number]

function byUnits(seconds: number): [amount: number, unit: Unit][] {
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
  byUnits(Math.max(0, Math.floor(seconds)))
    .map(([amount, { sign }]) => `${amount} ${sign}`)
    .join(' ')

/** Rounded. */
export const lengthOf = (ms: number) => duration(Math.round(ms / 1_000))

const named = (amount: number, { one, many }: Unit) =>
  `${amount.toLocaleString('it-IT', { maximumFractionDigits: 1 })} ${amount === 1 ? one : many}`

/** In words: «3 minuti e 20 secondi». */
export function spanInWords(seconds: number): string {
  if (seconds < 0) return `−${spanInWords(-seconds)}`
  if (seconds === 0) return 'nello stesso istante'
  if (seconds < 1) return 'meno di un secondo'
  if (seconds < 10) return named(Math.round(seconds * 10) / 10, units[0])
  return byUnits(Math.round(seconds))
    .map(([amount, unit]) => named(amount, unit))
    .join(' e ')
}

export const unitOf = (seconds: number): Unit =>
  units.findLast(unit => seconds >= unit.seconds && seconds % unit.seconds === 0) ?? units[0]

const two = (count: number) => String(count).padStart(2, '0')

/** «0:07», «12:04», «1:02:03». Rounded like `lengthOf`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hour, minute] = [Math.floor(seconds / hours), Math.floor(seconds / minutes) % 60]
  const rest = two(seconds % 60)
  return hour > 0 ? `${hour}:${two(minute)}:${rest}` : `${minute}:${rest}`
}
