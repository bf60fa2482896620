/** Longer ones are cut: nobody types so much, and an index takes no word of thousands of letters. */
const longest = 60

/** The words of these texts, each once: letters and digits, in small letters and without accents. */
export function wordsOf(...texts: readonly (string | null)[]): string[] {
  const plain = texts.map(text => (text ?? '').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
  const words = plain.flatMap(text => text.match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words.map(word => word.slice(0, longest).toWellFormed()))]
}
