import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'
import { pressOffice, socialLinks } from '../content/press.ts'

const sections = [
  { to: '/', name: 'Home' },
  { to: '/#features', name: 'Funzionalità' },
  { to: '/#pricing', name: 'Prezzi' },
  { to: '/#performance', name: 'Performance' },
  { to: '/#faq', name: 'FAQ' },
]

const mailAbout = (subject: string) => `mailto:${pressOffice.email}?subject=${encodeURIComponent(subject)}`

export function PressFooter() {
  return (
    <footer className="press-footer">
      <div className="press-footer-row">
        <p className="brand">{brand.name}</p>
        <nav aria-label="Sito">
          {sections.map(({ to, name }) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </nav>
        <nav aria-label="Note legali">
          <a href={mailAbout('Privacy Policy')}>Privacy</a>
          <a href={mailAbout('Termini di servizio')}>Termini</a>
        </nav>
        <nav aria-label="Social">
          {socialLinks.map(({ name, address }) => (
            <a key={name} href={address} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  )
}
