import type { SqlResult } from '@tba/events/queries/views.ts'
import { isNumeric, placed } from './sql-data.ts'

export default function ResultTable({ result: { columns, rows, more } }: { result: SqlResult }) {
  const numbers = columns.map(({ type }) => isNumeric(type) || undefined)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
      <section className="sql-rows" aria-label="Risposta" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {placed(columns).map(({ item: { name, type }, at }) => (
                <th key={at} scope="col" title={type} data-number={numbers[at]}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placed(rows).map(({ item: row, at: number }) => (
              <tr key={number}>
                {placed(row).map(({ item: cell, at }) => (
                  <td key={at} data-number={numbers[at]}>
                    {cell === null ? <span className="quiet">—</span> : String(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="quiet small" role="status">
        {rowsWord(rows.length, more)}
      </p>
    </>
  )
}

function rowsWord(count: number, more: boolean): string {
  if (more) return '1.000 righe di oltre 1.000: le altre nel file CSV o Parquet.'
  return count === 1 ? '1 riga.' : `${count.toLocaleString('it-IT')} righe.`
}
