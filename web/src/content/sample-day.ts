/** A day of a sample account, hour by hour: never live data, and always shown as 'Dati illustrativi'. */
export const sampleDay = [
  { hour: 8, returnPercent: 0, trades: 0 },
  { hour: 9, returnPercent: 0.3, trades: 1 },
  { hour: 10, returnPercent: 0.7, trades: 2 },
  { hour: 11, returnPercent: 0.5, trades: 1 },
  { hour: 12, returnPercent: 1.6, trades: 2 },
  { hour: 13, returnPercent: 0.6, trades: 1 },
  { hour: 14, returnPercent: -0.5, trades: 1 },
  { hour: 15, returnPercent: 0.2, trades: 0 },
  { hour: 16, returnPercent: 0.9, trades: 2 },
  { hour: 17, returnPercent: 0.8, trades: 1 },
  { hour: 18, returnPercent: 1.4, trades: 1 },
]

/** The furthest that the day fell from what it had reached before. */
export function drawdownPercent(day: typeof sampleDay): number {
  let peak = 0
  let deepest = 0
  for (const { returnPercent } of day) {
    peak = Math.max(peak, returnPercent)
    deepest = Math.max(deepest, peak - returnPercent)
  }
  return deepest
}
