import { Link } from 'react-router-dom'

/** The landing page's sections that the header leads to, in their order on the page. */
export const sections = [
  { id: 'features', name: 'Funzionalità' },
  { id: 'pricing', name: 'Prezzi' },
  { id: 'performance', name: 'Performance' },
  { id: 'faq', name: 'FAQ' },
] as const

/** Smooth, except under reduced motion. */
export function scrollToSection(id: string) {
  const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: hasReducedMotion ? 'instant' : 'smooth' })
}

export const legalPages = [
  { name: 'Privacy', address: '/privacy' },
  { name: 'Termini', address: '/termini' },
  { name: 'Cookie', address: '/cookie' },
]

/** Links to this site and to others, which open in a new tab. */
export const Links = ({ links }: { links: readonly { name: string; address: string }[] }) =>
  links.map(({ name, address }) => (
    <Link
      key={name}
      to={address}
      reloadDocument={address.startsWith('/api/')}
      {...(address.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {name}
    </Link>
  ))
