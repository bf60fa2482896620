import type { ComponentProps, ReactNode } from 'react'

type Row = {
  name: string
  /** Beside the name, under the other names of columns. */
  values: readonly ReactNode[]
  isLoss?: boolean
}

type Props = Omit<ComponentProps<'table'>, 'rows' | 'children'> & {
  caption?: ReactNode
  columns: readonly string[]
  rows: readonly Row[]
  foot?: Row
}

/** A short ruled table, a name a row. */
export function PriceList({ caption, columns, rows, foot, className = '', ...table }: Props) {
  const lineOf = ({ name, values, isLoss }: Row) => (
    <tr key={`${name} ${values[0]}`} data-loss={isLoss}>
      <th scope="row">{name}</th>
      {columns.slice(1).map((column, at) => (
        <td key={column} data-label={column}>
          {values[at]}
        </td>
      ))}
    </tr>
  )
  return (
    <table className={`price-list ${className}`.trimEnd()} {...table}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(lineOf)}</tbody>
      {foot && <tfoot>{lineOf(foot)}</tfoot>}
    </table>
  )
}
