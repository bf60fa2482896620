import { Link } from 'react-router-dom'
import { Masthead } from './masthead.tsx'
import { ThemeSwitcher } from './theme-switcher.tsx'

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
