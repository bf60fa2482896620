/** Makes a value when it is first needed: a format of `Intl` costs a phone tens of milliseconds. */
export function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

const numbers = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat('it-IT', options))
export const dates = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', ...options }))

const euros = numbers({
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
  useGrouping: 'always',
})
const percents = numbers({ maximumFractionDigits: 1 })
const counts = numbers({ useGrouping: 'always' })
const times = dates({ timeStyle: 'medium' })
const moments = dates({ dateStyle: 'medium', timeStyle: 'short' })
const longDates = dates({ dateStyle: 'long' })

// Without `Intl`: its first use loads data from disk, which would delay the prices of the landing page.
const wholeEuro = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}\u00a0€`

/** Always with thousands separators. Decimals only if there are any. */
export const euro = (amount: number) =>
  Number.isSafeInteger(amount) && amount >= 0 ? wholeEuro(amount) : euros().format(amount)
/** Of a hundred, with one decimal at most. */
export const percent = (value: number) => `${percents().format(value)}%`
export const count = (value: number) => counts().format(value)
export const timeOfDay = (at: Date) => times().format(at)
export const dateAndTime = (at: Date) => moments().format(at)
export const longDate = (at: Date) => longDates().format(at)

/** With one decimal, its sign, and a minus as wide as the plus. Without `Intl`, as the landing page shows it. */
export function signedPercent(value: number): string {
  const digits = Math.abs(value).toFixed(1).replace('.', ',')
  if (digits === '0,0') return '0,0%'
  return `${value < 0 ? '−' : '+'}${digits}%`
}
