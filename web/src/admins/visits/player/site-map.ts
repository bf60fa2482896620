import { sections as landing } from '../../../shell/links.tsx'
import { categoryName } from '../../parts/words/labels.ts'

export type Section = { id: string; name: string }
export type SitePage = { title: string; sections: readonly Section[] }

const sections = (...ids: string[]): Section[] => ids.map(id => ({ id, name: categoryName(id) }))
const fullPage = (...inner: Section[]): Section[] => [...sections('header'), ...inner, ...sections('footer')]
const page = (title: string, ...inner: Section[]): SitePage => ({
  title,
  sections: fullPage(...(inner.length > 0 ? inner : sections('main'))),
})

const main = (name: string): Section => ({ id: 'main', name })

/** Our pages with their sections from top to bottom, by the ids that clicks carry. */
const pages: Record<string, SitePage> = {
  '/': page(
    'Pagina iniziale',
    ...sections('hero'),
    ...landing.filter(({ id }) => id !== 'faq'),
    ...sections('testimonials'),
    ...landing.filter(({ id }) => id === 'faq'),
    ...sections('closing'),
  ),
  '/strategies': page('Centro Strategie', main('Strategie')),
  '/questionnaire': page('Questionario', main('Domande'), { id: 'aside', name: 'Il foglio' }),
  '/auth': page('Accesso e registrazione', main('Modulo')),
  '/reset-password': page('Nuova password', main('Modulo')),
  '/dashboard': page('Area privata', main('Configurazione, piano e bot')),
  '/profile': page('Profilo', main('Profilo e sicurezza')),
  '/press-kit': page('Press kit', main('Marchio e loghi')),
  '/privacy': page('Privacy', main('Testo')),
  '/termini': page('Termini', main('Testo')),
  '/cookie': page('Cookie', main('Testo')),
}

export const sitePaths: readonly string[] = Object.keys(pages)

export function pathOfPage(address: string): string {
  const url = URL.parse(address, 'https://sito.invalid')
  return url && /^https?:$/.test(url.protocol) ? url.pathname : address
}

/** Unknown pages get the sections of any page. */
export function sitePage(address: string): SitePage {
  const path = pathOfPage(address)
  return (Object.hasOwn(pages, path) ? pages[path] : undefined) ?? page(path)
}
