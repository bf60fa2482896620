import { Button, IconButton } from '@radix-ui/themes'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../accounts/current-user.ts'
import { CrossIcon, MenuIcon } from '../shell/icons.tsx'
import { scrollToSection, sections } from '../shell/links.tsx'
import { Masthead } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'

function AccountLinks() {
  const { isAuthenticated, isLoading } = useCurrentUser()
  if (isLoading) return <span className="auth-placeholder" role="status" aria-label="Caricamento account" />
  if (!isAuthenticated) {
    return (
      <Link to="/auth" className="plain-link">
        Accedi
      </Link>
    )
  }
  return (
    <>
      <Link to="/dashboard" className="plain-link">
        Area Privata
      </Link>
      {/* A full navigation: the page starts over without the customer. */}
      <a href="/api/logout" className="plain-link">
        Esci
      </a>
    </>
  )
}

function SectionLinks({ onChoose }: { onChoose: () => void }) {
  return sections.map(({ id, name }) => (
    <button
      key={id}
      type="button"
      onClick={() => {
        onChoose()
        scrollToSection(id)
      }}
    >
      {name}
    </button>
  ))
}

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  const closeMenu = () => setMenuOpen(false)
  const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && closeMenu()
  return (
    <Masthead sticky>
      <nav
        className="landing-nav"
        id="landing-nav"
        data-open={menuOpen}
        aria-label="Sezioni"
        onKeyDown={closeOnEscape}
      >
        <SectionLinks onChoose={closeMenu} />
        <ThemeSwitcher />
      </nav>
      <div className="masthead-actions">
        <ThemeSwitcher />
        <AccountLinks />
        <Button className="start-now" size="3" onClick={() => scrollToSection('pricing')}>
          Inizia Ora
        </Button>
        <IconButton
          className="menu-toggle"
          size="3"
          variant="outline"
          color="gray"
          aria-label={menuOpen ? 'Chiudi menu' : 'Apri menu'}
          aria-expanded={menuOpen}
          aria-controls="landing-nav"
          onClick={() => setMenuOpen(!menuOpen)}
          onKeyDown={closeOnEscape}
        >
          {menuOpen ? <CrossIcon /> : <MenuIcon />}
        </IconButton>
      </div>
    </Masthead>
  )
}
