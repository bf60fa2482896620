import { count, percent } from '../parts/numbers.ts'
import { spanInWords } from './time-spans.ts'

export const units = { visit: ['visita', 'visite'], customer: ['cliente', 'clienti'] } as const

export const unitCount = (by: keyof typeof units, amount: number) =>
  `${count(amount)} ${units[by][amount === 1 ? 0 : 1]}`

/** With its sign; null: there was nothing to compare with. */
export function signed(change: number | null): string {
  if (change === null) return 'nuovo'
  const rounded = Math.round(change * 10) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${percent(Math.abs(rounded))}`
}

/** In percentage points. */
export function points(now: number, before: number): string {
  const rounded = Math.round((now - before) * 10) / 10
  const amount = Math.abs(rounded).toLocaleString('it-IT', { maximumFractionDigits: 1 })
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${amount} punti`
}

export const median = (seconds: number | null) => (seconds === null ? '—' : spanInWords(seconds))
