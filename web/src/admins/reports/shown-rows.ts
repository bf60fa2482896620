/** Each text of an element by itself, so that a number keeps its own cell. */
function textsOf(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
  return texts.filter(Boolean)
}

/** A cell with several texts becomes several columns. */
function rowsOfTable({ rows: lines }: HTMLTableElement): string[][] {
  const rows = [...lines].map(({ cells }) => [...cells].map(textsOf))
  const widthAt = (at: number) => Math.max(1, ...rows.map(row => row[at]?.length ?? 0))
  return rows.map(row => row.flatMap((texts, at) => Object.assign(Array(widthAt(at)).fill(''), texts)))
}

/** What a report shows, row by row: its figures and tables, below their headings and texts. */
export const rowsShown = (report: Element): string[][] =>
  [...report.querySelectorAll('h2, p, li, .figures, table')].flatMap(element => {
    if (element instanceof HTMLTableElement) return [...rowsOfTable(element), []]
    return element.tagName === 'DL' ? [...element.children].map(textsOf) : [[element.textContent ?? '']]
  })
