/** The first visible character: not a space, control or format character, some of which spreadsheets skip. */
const firstVisible = /[^\s\p{C}]/u

/** Nearly all texts begin so, and need no further check. */
const plain = /^[A-Za-z0-9]/

/**
 * A text that no spreadsheet takes for a formula: where it begins like one, an apostrophe goes before it. Full-width
 * and small forms (＝＋－＠) count too, also behind blanks.
 */
export function defused(text: string): string {
  if (plain.test(text)) return text
  const first = firstVisible.exec(text)?.[0].normalize('NFKC')
  const isFormula = first !== undefined && '=+-@'.includes(first)
  return isFormula || /^[\t\r\n\0]/.test(text) ? `'${text}` : text
}
