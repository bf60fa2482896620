/** The landing page's sections that the header leads to, in their order on the page. */
export const sections = [
  { id: 'features', name: 'Funzionalità' },
  { id: 'pricing', name: 'Prezzi' },
  { id: 'performance', name: 'Performance' },
  { id: 'faq', name: 'FAQ' },
] as const

/** Smooth, except under reduced motion. */
export function scrollToSection(id: string) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
}
