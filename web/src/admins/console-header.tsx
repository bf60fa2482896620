import { Button } from '@radix-ui/themes'
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { Masthead } from '../shell/masthead.tsx'
import { ThemeSwitcher } from '../shell/theme-switcher.tsx'
import { useToast } from '../shell/toast.ts'
import { endSession } from './console-call.ts'
import { type ConsolePage, consolePages, pathOf } from './console-pages.ts'
import { PaletteButton } from './palette/palette.button.tsx'
import { ReadSideNote } from './projections/read-side-note.tsx'
import { currentToken, forgetToken } from './token.ts'

/** Signs out without waiting for the server: the token is removed even where the call fails. */
function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  return () => {
    const token = currentToken()
    navigate('/')
    forgetToken()
    toast({ title: 'Disconnesso' })
    if (token) endSession(token).catch(error => console.error('Sessione non chiusa sul server', error))
  }
}

/** Whether the page at this address is reached from that one. */
const isAround = ({ name }: ConsolePage, pathname: string) =>
  consolePages.some(page => page.within === name && matchPath(`/admin/${pathOf(page)}`, pathname))

function PageLinks() {
  const { pathname } = useLocation()
  return (
    <div className="console-pages">
      <nav aria-label="Stanze della console">
        {consolePages
          .filter(({ within }) => !within)
          .map(page => (
            <NavLink
              key={page.name}
              to={`/admin/${pathOf(page)}`}
              className={({ isActive }) => (isActive || isAround(page, pathname) ? 'active' : '')}
            >
              {page.title}
            </NavLink>
          ))}
      </nav>
      <ReadSideNote />
    </div>
  )
}

export function ConsoleHeader() {
  const signOut = useSignOut()
  return (
    <Masthead below={<PageLinks />}>
      <span className="console-name">Console</span>
      <div className="masthead-actions">
        <PaletteButton />
        <ThemeSwitcher />
        <Button variant="outline" color="gray" onClick={signOut}>
          Esci
        </Button>
      </div>
    </Masthead>
  )
}
