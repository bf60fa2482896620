import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'

/** The head of every screen: the name, and what a customer can do there. */
export function Masthead({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  return (
    <header className="masthead" data-sticky={sticky}>
      <div className="masthead-row">
        <Link to="/" className="brand">
          {brand.name}
        </Link>
        {children}
      </div>
    </header>
  )
}
