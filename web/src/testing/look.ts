import { screen, within } from '@testing-library/react'

/** The text of a table's cells, row by row, without its head. */
export const cellsOf = (table: HTMLElement = screen.getByRole('table'), cells = 'td') => {
  const [, ...rows] = within(table).getAllByRole('row')
  return rows.map(row => Array.from(row.querySelectorAll(cells), cell => cell.textContent))
}

/** The links that the page follows with `click()`, which jsdom does not follow. */
export function recordDownloads() {
  const followed: { href: string; download: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push({ href: this.href, download: this.download })
  })
  return followed
}

/** Without a size no chart is drawn. */
export function drawCharts() {
  const box = { width: 320, height: 260 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, box.width, box.height),
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(box.width)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(box.height)
}
