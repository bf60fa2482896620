import { brand, socialLinks } from '../content/brand.ts'
import { Links, legalPages, sections } from '../shell/links.tsx'
import { useReopenConsent } from '../tracking/consent.ts'

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
