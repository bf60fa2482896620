import type { ReactNode } from 'react'
import './ledger.css'

export type Column<Row> = { name: string; width: string; cell: (row: Row) => ReactNode }

type Props<Row> = { caption: string; columns: Column<Row>[]; rows: Row[] }

/** A dense ruled table; on a phone, where it would not fit, the list of its rows. */
export function Ledger<Row extends { id: string }>({ caption, columns, rows }: Props<Row>) {
  return (
    <table className="ledger">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, width }) => (
            <th key={name} scope="col" style={{ width }}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            {columns.map(({ name, cell }) => (
              <td key={name} data-label={name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
