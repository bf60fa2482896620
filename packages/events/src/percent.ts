/** One decimal, rounded half up; 0 for an empty whole. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10
}
