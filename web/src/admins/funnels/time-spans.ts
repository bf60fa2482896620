import { days, hours, minutes } from './draft.ts'

export const units = [
  { letter: 's', seconds: 1, name: 'secondi' },
  { letter: 'm', seconds: minutes, name: 'minuti' },
  { letter: 'h', seconds: hours, name: 'ore' },
  { letter: 'g', seconds: days, name: 'giorni' },
] as const
export type Unit = (typeof units)[number]

/** The greatest unit of which it is a whole number. */
export const unitOf = (seconds: number): Unit =>
  units.findLast(unit => seconds >= unit.seconds && seconds % unit.seconds === 0) ?? units[0]

/** As the address says it: `90m`, `2h`. */
export function spanWord(seconds: number): string {
  const { letter, seconds: one } = unitOf(seconds)
  return `${seconds / one}${letter}`
}

/** Null where it is no span. */
export function spanOf(word: string): number | null {
  const [, amount = '', letter] = /^(\d+(?:\.\d+)?)([smhg])$/.exec(word) ?? []
  const unit = units.find(known => known.letter === letter)
  return unit ? Number(amount) * unit.seconds : null
}

const number = (value: number) => value.toLocaleString('it-IT', { maximumFractionDigits: 1 })

const words: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [days, 'giorno', 'giorni'],
  [hours, 'ora', 'ore'],
  [minutes, 'minuto', 'minuti'],
  [1, 'secondo', 'secondi'],
]

const named = (amount: number, [, one, many]: (typeof words)[number]) =>
  `${number(amount)} ${amount === 1 ? one : many}`

/** A time in Italian words, by its two greatest units: «3 minuti e 20 secondi». */
export function spanInWords(seconds: number): string {
  if (seconds < 0) return `−${spanInWords(-seconds)}`
  if (seconds === 0) return 'nello stesso istante'
  if (seconds < 1) return 'meno di un secondo'
  if (seconds < 10) return named(Math.round(seconds * 10) / 10, words[3] as (typeof words)[number])
  const whole = Math.round(seconds)
  const at = words.findIndex(([size]) => whole >= size)
  const [greater, smaller] = words.slice(at) as [(typeof words)[number], (typeof words)[number]?]
  const rest = smaller ? Math.floor((whole % greater[0]) / smaller[0]) : 0
  const first = named(Math.floor(whole / greater[0]), greater)
  return smaller && rest > 0 ? `${first} e ${named(rest, smaller)}` : first
}
