/** Smooth unless the customer asked for less motion. */
export function scrollToSection(id: string) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
}
