const euroFormat = new Intl.NumberFormat('it-IT', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
  useGrouping: 'always',
})

const timeFormat = new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', timeZone: 'Europe/Rome' })
const dateFormat = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'Europe/Rome' })

export const euro = (amount: number) => euroFormat.format(amount)
export const timeOfDay = (at: Date) => timeFormat.format(at)
export const longDate = (at: Date) => dateFormat.format(at)
