import { Link } from 'react-router-dom'
import { Masthead } from './masthead.tsx'
import { ThemeSwitcher } from './theme-switcher.tsx'

type Back = { to?: string; label?: string }

/** The head of a screen that one comes to and goes back from. */
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
