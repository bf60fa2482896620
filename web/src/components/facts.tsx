import type { ComponentProps, ReactNode } from 'react'
import { sampleFigures } from '../content/plans.ts'

export type Fact = readonly [name: string, value: ReactNode]

/** A value as it was recorded; a dash if there is none, or if it was erased with its person. */
export function Value({ children }: { children: ReactNode }) {
  if (!children) return <span className="quiet">—</span>
  return typeof children === 'object' ? children : <span>{children}</span>
}

type FactsProps = Omit<ComponentProps<'dl'>, 'children'> & { facts: readonly Fact[] }

/** Values by their names. */
export const Facts = ({ facts, ...list }: FactsProps) => (
  <dl {...list}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Value>{value}</Value>
        </dd>
      </div>
    ))}
  </dl>
)

type Row = {
  name: string
  /** Beside the name, under the other names of columns. */
  values: readonly ReactNode[]
  isLoss?: boolean
}

type PriceListProps = Omit<ComponentProps<'table'>, 'rows' | 'children'> & {
  caption?: ReactNode
  columns: readonly string[]
  rows: readonly Row[]
  foot?: Row
}

/** A short ruled table, a name a row. */
export function PriceList({ caption, columns, rows, foot, className = '', ...table }: PriceListProps) {
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

export const RiskBand = () => (
  <p className="risk-band" role="note">
    <strong>Avviso di rischio.</strong> Il trading su forex e CFD con leva può farti perdere in poco tempo
    tutto il denaro impiegato. Un software automatico non elimina questo rischio e non garantisce guadagni.
  </p>
)

/** The title of a figure that shows sample data. */
export const SampleTitle = ({ children }: { children: string }) => (
  <>
    <span>{children}</span>
    <span className="sample-label">{sampleFigures}</span>
  </>
)
