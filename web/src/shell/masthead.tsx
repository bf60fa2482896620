import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'
import { ThemeSwitcher } from './theme-switcher.tsx'

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

type Back = { to?: string; label?: string }

/** The head of a screen, with a link back. */
export function BackMasthead({ to = '/', label = 'Torna alla home' }: Back) {
  return (
    <Masthead>
      <div className="masthead-actions">
        <ThemeSwitcher />
        <Link to={to}>{label}</Link>
      </div>
    </Masthead>
  )
}
