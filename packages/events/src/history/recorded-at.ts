/** What PostgreSQL and an ISO year of four digits both hold. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** When an event was recorded, as a time; where what it says is none, which only damage does, the epoch. */
export function recordedMs({ recordedAt }: { recordedAt: string }): number {
  const at = Date.parse(recordedAt)
  return at >= earliest && at <= latest ? at : 0
}
