import { lazily } from './lazily.ts'

const euroFormat = lazily(
  () =>
    new Intl.NumberFormat('it-IT', {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
      useGrouping: 'always',
    }),
)
const timeZone = 'Europe/Rome'
const timeFormat = lazily(() => new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', timeZone }))
const dateFormat = lazily(() => new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone }))

export const euro = (amount: number) => euroFormat().format(amount)
export const timeOfDay = (at: Date) => timeFormat().format(at)
export const longDate = (at: Date) => dateFormat().format(at)
