/** Formats times as Rome's clock and calendar show them, in Italian. */
export const romeTime = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('it-IT', { ...parts, timeZone: 'Europe/Rome' })

export const clock = { hour: '2-digit', minute: '2-digit' } as const
const moments = romeTime({ weekday: 'long', day: 'numeric', month: 'long', ...clock })
export const momentOf = (at: string) => `${moments.format(new Date(at))} (ora di Roma)`
