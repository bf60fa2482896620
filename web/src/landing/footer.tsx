import { Link } from 'react-router-dom'
import { brand, socialLinks } from '../content/brand.ts'
import { useReopenConsent } from '../tracking/consent.ts'
import { sections } from './sections.ts'
import './footer.css'

const callLink = `tel:${brand.supportPhone.replaceAll(' ', '')}`
const onThisPage = sections.filter(({ id }) => id !== 'faq')

function Help() {
  return (
    <nav aria-label="Assistenza">
      <h2>Assistenza</h2>
      <Link to="#faq">Centro assistenza</Link>
      <Link to="/questionnaire?method=whatsapp">Chat dal vivo</Link>
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      <a href={callLink}>{brand.supportPhone}</a>
    </nav>
  )
}

function Terms() {
  const reopenConsent = useReopenConsent()
  return (
    <nav aria-label="Note legali">
      <h2>Note legali</h2>
      <Link to="/privacy">Privacy</Link>
      <Link to="/termini">Termini</Link>
      <Link to="/cookie">Cookie</Link>
      <button type="button" onClick={reopenConsent}>
        Preferenze cookie
      </button>
    </nav>
  )
}

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-row sheet">
        <div className="footer-brand">
          <p className="brand">{brand.name}</p>
          <p className="quiet small">{brand.tagline}</p>
        </div>
        <nav aria-label="Prodotto">
          <h2>Prodotto</h2>
          {onThisPage.map(({ id, name }) => (
            <Link key={id} to={`#${id}`}>
              {name}
            </Link>
          ))}
          <a href="/api/docs">API</a>
        </nav>
        <Help />
        <nav aria-label="Azienda">
          <h2>Azienda</h2>
          <Link to="/press-kit">Press kit</Link>
          {socialLinks.map(({ name, address }) => (
            <a key={name} href={address} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </nav>
        <Terms />
      </div>
    </footer>
  )
}
