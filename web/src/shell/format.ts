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
const percentFormat = lazily(() => new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 }))
const countFormat = lazily(() => new Intl.NumberFormat('it-IT', { useGrouping: 'always' }))
const timeZone = 'Europe/Rome'
const timeFormat = lazily(() => new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', timeZone }))
const momentFormat = lazily(
  () => new Intl.DateTimeFormat('it-IT', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const dateFormat = lazily(() => new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone }))
const sizeFormat = (unit: string) =>
  lazily(() => new Intl.NumberFormat('it-IT', { style: 'unit', unit, maximumFractionDigits: 1 }))
const [kilobytes, megabytes] = [sizeFormat('kilobyte'), sizeFormat('megabyte')]

// By hand: the first use of `Intl` loads its data from disk, which would delay the prices of the landing page.
const wholeEuro = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}\u00a0€`

/** As `Intl` writes it, grouped always, without decimals where there are none. */
export const euro = (amount: number) =>
  Number.isSafeInteger(amount) && amount >= 0 ? wholeEuro(amount) : euroFormat().format(amount)
/** Of a hundred, with one decimal at most. */
export const percent = (value: number) => `${percentFormat().format(value)}%`
export const count = (value: number) => countFormat().format(value)
export const timeOfDay = (at: Date) => timeFormat().format(at)
export const dateAndTime = (at: Date) => momentFormat().format(at)
export const longDate = (at: Date) => dateFormat().format(at)
export const fileSize = (bytes: number) =>
  bytes < 1e6 ? kilobytes().format(bytes / 1e3) : megabytes().format(bytes / 1e6)
