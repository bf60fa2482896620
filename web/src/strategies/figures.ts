import { lazily } from '../shell/lazily.ts'

const decimal = lazily(
  () => new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

export const rating = (outOfFive: number) => `${decimal().format(outOfFive)} su 5`

/** To one decimal, with its sign and a minus as wide as the plus. By hand, as the landing page shows it: see `euro`. */
export function signedPercent(percent: number): string {
  const digits = Math.abs(percent).toFixed(1).replace('.', ',')
  if (digits === '0,0') return '0,0%'
  return `${percent < 0 ? '−' : '+'}${digits}%`
}
