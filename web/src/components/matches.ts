const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the text contains each typed word, ignoring letter case and accents. */
export function matches(text: string, typed: string): boolean {
  const known = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every(word => known.includes(word))
}
