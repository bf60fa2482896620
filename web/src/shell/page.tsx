import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'
import { ThemeSwitcher } from './theme.tsx'

type MastheadProps = { children: ReactNode; below?: ReactNode; sticky?: boolean }

/** The head of every page: the name and the actions; `below` is a second row. */
export const Masthead = ({ children, below, sticky = false }: MastheadProps) => (
  <header className="masthead" data-sticky={sticky}>
    <div className="masthead-row sheet">
      <Link to="/" className="brand">
        {brand.name}
      </Link>
      {children}
    </div>
    {below}
  </header>
)

type BackProps = { to?: string; label?: string }

/** The head of a page, with a link back. */
export const BackMasthead = ({ to = '/', label = 'Torna alla home' }: BackProps) => (
  <Masthead>
    <div className="masthead-actions">
      <ThemeSwitcher />
      <Link to={to} className="back-link">
        {label}
      </Link>
    </div>
  </Masthead>
)

type Props = { title: string; className: string; back?: BackProps; footer?: ReactNode; children: ReactNode }

/** A page with a link back. */
export function Page({ title, className, back, footer, children }: Props) {
  usePageTitle(title)
  return (
    <>
      <BackMasthead {...back} />
      <main className={`sheet ${className}`}>{children}</main>
      {footer}
    </>
  )
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
