import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { Link, matchPath, useLocation, useNavigate } from 'react-router-dom'
import { Masthead, usePageTitle } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { useToast } from '../toasts/toast.ts'
import { endSession } from './api/calls.ts'
import { clearToken, currentToken, usePermission } from './api/token.ts'
import { consolePages, consoleRooms, pathOf, settingsPage } from './console-pages.ts'
import { PaletteButton } from './palette/palette.button.tsx'
import { useIsNarrow } from './parts/page/use-media.ts'
import { ReadSideNote } from './projections/read-side-note.tsx'
import { requestsPage, WaitingCount } from './requests/waiting-count.tsx'

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

/** The rooms with their links, as far as this user may open them. */
function useRooms() {
  const { pathname, search } = useLocation()
  const maySet = usePermission('settings')
  const at = pageAt(pathname)
  const current = pathname + search === settingsPage.to ? settingsPage.title : (at?.within ?? at?.name)
  return consoleRooms.map(({ title, pages }) => {
    const links = pages
      .filter(({ within }) => !within)
      .map(page => ({ title: page.title, to: `/admin/${pathOf(page)}`, isCurrent: page.name === current }))
    const isHome = pages.some(({ name }) => name === 'dashboard')
    if (isHome && maySet) links.push({ ...settingsPage, isCurrent: current === settingsPage.title })
    return { title, links }
  })
}

/** On a phone a room opens its pages. */
function Rooms() {
  const isNarrow = useIsNarrow()
  const [open, setOpen] = useState('')
  return (
    <div className="console-pages">
      <nav aria-label="Pagine della console">
        {useRooms().map(({ title, links }) => (
          <div key={title} className="console-room" data-current={links.some(({ isCurrent }) => isCurrent)}>
            {isNarrow ? (
              <button
                type="button"
                className="console-room-name"
                aria-expanded={open === title}
                onClick={() => setOpen(open === title ? '' : title)}
              >
                {title}
              </button>
            ) : (
              <span className="console-room-name">{title}</span>
            )}
            {(!isNarrow || open === title) && (
              <ul aria-label={title}>
                {links.map(({ title: name, to, isCurrent }) => (
                  <li key={to}>
                    <Link to={to} aria-current={isCurrent ? 'page' : undefined} onClick={() => setOpen('')}>
                      <span>{name}</span>
                      {to === requestsPage && <WaitingCount />}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
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
    <Masthead below={<Rooms />}>
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
