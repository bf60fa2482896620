import { Button, IconButton } from '@radix-ui/themes'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../accounts/current-user.ts'
import { brand, socialLinks } from '../content/brand.ts'
import { CrossIcon, MenuIcon } from '../shell/icons.tsx'
import { Links, legalPages, scrollToSection, sections } from '../shell/links.tsx'
import { Masthead } from '../shell/page.tsx'
import { ThemeSwitcher } from '../shell/theme.tsx'
import { useReopenConsent } from '../tracking/consent.ts'

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

const product = sections.filter(({ id }) => id !== 'faq').map(({ id, name }) => ({ name, address: `#${id}` }))

const columns = [
  { title: 'Prodotto', links: [...product, { name: 'API', address: '/api/docs' }] },
  {
    title: 'Assistenza',
    links: [
      { name: 'Centro assistenza', address: '#faq' },
      { name: 'Chat dal vivo', address: '/questionnaire?method=whatsapp' },
      { name: brand.supportEmail, address: `mailto:${brand.supportEmail}` },
      { name: brand.supportPhone, address: `tel:${brand.supportPhone.replaceAll(' ', '')}` },
    ],
  },
  { title: 'Azienda', links: [{ name: 'Press kit', address: '/press-kit' }, ...socialLinks] },
  { title: 'Note legali', links: legalPages },
]

export function Footer() {
  const reopenConsent = useReopenConsent()
  return (
    <footer className="footer">
      <div className="footer-row sheet">
        <div className="footer-brand">
          <p className="brand">{brand.name}</p>
          <p className="quiet small">{brand.tagline}</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <Links links={links} />
            {links === legalPages && (
              <button type="button" onClick={reopenConsent}>
                Preferenze cookie
              </button>
            )}
          </nav>
        ))}
      </div>
    </footer>
  )
}
