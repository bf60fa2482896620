const units = [
  ['g', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** «4 min», «1 h 12 min»: at most two units, the second one only where it says something. */
export function lengthOf(ms: number): string {
  let left = Math.max(0, Math.round(ms / 1_000))
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count} ${unit}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ') || '0 s'
}

const two = (count: number) => String(count).padStart(2, '0')

/** As a player shows it: «0:07», «12:04», «1:02:03». Rounded as the length is, so that both tell of one visit the same. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** A whole second more counts only once it has passed. */
export const duration = (seconds: number) => lengthOf(Math.floor(seconds) * 1_000)
