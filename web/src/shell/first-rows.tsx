import { Button } from '@radix-ui/themes'
import { type ReactNode, useState } from 'react'

type Props<Row> = { rows: Row[]; shown: number; more: string; children: (rows: Row[]) => ReactNode }

/** The first rows of a list, and the rest when asked for. */
export function FirstRows<Row>({ rows, shown, more, children }: Props<Row>) {
  const [all, setAll] = useState(false)
  if (rows.length <= shown) return children(rows)
  return (
    <>
      {children(all ? rows : rows.slice(0, shown))}
      <Button variant="outline" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Mostra meno' : `${more} (${rows.length})`}
      </Button>
    </>
  )
}
