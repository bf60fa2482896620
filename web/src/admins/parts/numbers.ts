import { lazily } from '../../shell/lazily.ts'

const countFormat = lazily(() => new Intl.NumberFormat('it-IT', { useGrouping: 'always' }))
const percentFormat = lazily(
  () => new Intl.NumberFormat('it-IT', { style: 'percent', maximumFractionDigits: 1 }),
)

export const count = (value: number) => countFormat().format(value)
/** @param value from 0 to 100 */
export const percent = (value: number) => percentFormat().format(value / 100)
