/** Longer words are cut: nobody types so much, and an index does not accept words of thousands of letters. */
const maxWordLength = 60

/** The words of these texts, each once: letters and digits, in lower case and without accents. */
export function wordsOf(...texts: readonly (string | null)[]): string[] {
  const plain = texts.map(text => (text ?? '').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
  const words = plain.flatMap(text => text.match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words.map(word => word.slice(0, maxWordLength).toWellFormed()))]
}
