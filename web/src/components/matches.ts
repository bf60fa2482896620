const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the text contains each typed word, ignoring letter case and accents. */
export function matches(text: string, typed: string): boolean {
  const normalized = normalize(text)
  return normalize(typed)
    .split(/\s+/)
    .every(word => normalized.includes(word))
}
