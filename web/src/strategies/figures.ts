import { lazily } from '../shell/lazily.ts'

const decimal = lazily(
  () => new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const signed = lazily(
  () => new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, signDisplay: 'exceptZero' }),
)

export const rating = (outOfFive: number) => `${decimal().format(outOfFive)} su 5`

/** With its sign, and a minus as wide as the plus. */
export const signedPercent = (percent: number) => `${signed().format(percent).replace('-', '−')}%`
