/** What shows nothing: spaces of every kind, control and format characters. Spreadsheets skip some of them. */
const firstVisible = /[^\s\p{C}]/u

/** Nearly all texts begin so: for those, nothing is taken apart. */
const plain = /^[A-Za-z0-9]/

/**
 * A text that no spreadsheet takes for a formula: where it begins like one, an apostrophe goes before it.
 * Full-width and small forms (＝＋－＠) count as what they stand for; so does what hides behind blanks.
 */
export function defused(text: string): string {
  if (plain.test(text)) return text
  const first = firstVisible.exec(text)?.[0].normalize('NFKC')
  const isFormula = first !== undefined && '=+-@'.includes(first)
  return isFormula || /^[\t\r\n\0]/.test(text) ? `'${text}` : text
}
