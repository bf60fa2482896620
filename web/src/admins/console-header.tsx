import { CaretDownIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { useId, useState } from 'react'
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { Masthead, usePageTitle } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { useToast } from '../toasts/toast.ts'
import { endSession } from './api/calls.ts'
import { clearToken, currentToken } from './api/token.ts'
import { consolePages, pathOf } from './console-pages.ts'
import { FilterButton } from './parts/filters/controls.tsx'
import { ReadSideNote } from './projections/read-side-note.tsx'

/** The token is removed even if the call fails. */
export function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  return () => {
    const token = currentToken()
    navigate('/')
    clearToken()
    toast({ title: 'Disconnesso' })
    if (token) endSession(token).catch(error => console.error('Sessione non chiusa sul server', error))
  }
}

export const pageAt = (pathname: string) =>
  consolePages.find(page => matchPath(`/admin/${pathOf(page)}`, pathname))

const topLevelPages = consolePages.filter(({ within }) => !within)

function PageLinks() {
  const at = pageAt(useLocation().pathname)
  const current = at?.within ?? at?.name
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="console-pages" data-open={isOpen}>
      <FilterButton
        className="console-menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{topLevelPages.find(({ name }) => name === current)?.title ?? 'Pagine'}</span>
        <CaretDownIcon aria-hidden />
      </FilterButton>
      <nav id={id} aria-label="Pagine della console">
        {topLevelPages.map(page => (
          <NavLink
            key={page.name}
            to={`/admin/${pathOf(page)}`}
            onClick={() => setOpen(false)}
            className={() => (page.name === current ? 'active' : '')}
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
  // A page may say more: its effect runs after that of the header.
  usePageTitle(pageAt(useLocation().pathname)?.title ?? 'Pagina non trovata')
  return (
    <Masthead below={<PageLinks />}>
      <span className="console-name">Console</span>
      <div className="masthead-actions">
        <ThemeSwitcher />
        <Button variant="outline" color="gray" onClick={signOut}>
          Esci
        </Button>
      </div>
    </Masthead>
  )
}
