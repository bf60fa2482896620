import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'

type Props = { children: ReactNode; below?: ReactNode; sticky?: boolean }

/** The head of every screen: the name and the actions; `below` is a second row. */
export function Masthead({ children, below, sticky = false }: Props) {
  return (
    <header className="masthead" data-sticky={sticky}>
      <div className="masthead-row">
        <Link to="/" className="brand">
          {brand.name}
        </Link>
        {children}
      </div>
      {below}
    </header>
  )
}
