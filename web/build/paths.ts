import { consolePages, fileOf, pathOf } from '../src/admins/console-pages.ts'
import { brand } from '../src/content/brand.ts'

export type PageEntry = {
  /** `:name` stands for one part of an address. */
  path: string
  /** Its file in the build; beside `index.html`, so that a plain file server finds it too. */
  file: string
  title: string
  description?: string
  /** The modules of its page, whose styles and code it loads at once; absent where they are in the first load. */
  modules?: string[]
  /** Whether the whole page is prerendered, or only its loading state. */
  isPrerendered: boolean
}

type Page = Pick<PageEntry, 'path' | 'title' | 'description'> & { module: string }

/** Pages with a description are public, and prerendered whole. */
const pages: Page[] = [
  {
    path: '/strategies',
    title: 'Centro Strategie',
    description: 'Otto strategie di trading a confronto: rendimento, drawdown, rischio e deposito minimo.',
    module: 'strategies/strategies.page.tsx',
  },
  {
    path: '/press-kit',
    title: 'Press kit',
    description: `Loghi, colori, testi e contatti di ${brand.name} per chi ne scrive.`,
    module: 'press-kit/press-kit.page.tsx',
  },
  {
    path: '/questionnaire',
    title: 'Questionario',
    description: 'Quattro passi per farti ricontattare da chi sa già di che cosa parlare.',
    module: 'questionnaires/questionnaire.page.tsx',
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description: `Quali dati tratta ${brand.name}, perché e per quanto tempo.`,
    module: 'legal/privacy.page.tsx',
  },
  {
    path: '/termini',
    title: 'Termini di servizio',
    description: `Le condizioni con cui ${brand.name} offre il servizio.`,
    module: 'legal/terms.page.tsx',
  },
  {
    path: '/cookie',
    title: 'Cookie',
    description: `Tutto ciò che ${brand.name} conserva nel tuo browser, voce per voce.`,
    module: 'legal/cookie.page.tsx',
  },
  {
    path: '/auth',
    title: 'Accedi',
    description: "Accedi all'area privata o crea il tuo account.",
    module: 'accounts/auth.page.tsx',
  },
  { path: '/dashboard', title: 'Area Privata', module: 'setup/dashboard.page.tsx' },
  { path: '/profile', title: 'Profilo', module: 'accounts/profile/profile.page.tsx' },
  { path: '/reset-password', title: 'Nuova password', module: 'accounts/reset-password.page.tsx' },
  { path: '/report', title: 'Report condiviso', module: 'admins/console.page.tsx' },
  { path: '/letters', title: 'Lettere', module: 'admins/reports/letters.page.tsx' },
  { path: '/admin', title: 'Console', module: 'admins/console.page.tsx' },
  { path: '/admin/login', title: 'Accesso amministratori', module: 'admins/login.page.tsx' },
  {
    path: '/admin/invitation',
    title: 'Invito alla console',
    module: 'admins/accounts/invitation.page.tsx',
  },
]

/** Every path that is a page; any other outside of /api is answered with 404. */
export const pageEntries: PageEntry[] = [
  {
    path: '/',
    file: 'index.html',
    title: brand.tagline,
    description:
      "Bot di trading automatico sul forex: tre piani da 500, 1.000 e 3.000 euro, un percorso di configurazione guidato e un'area privata per seguirlo.",
    isPrerendered: true,
  },
  ...pages.map(({ module, ...page }) => ({
    ...page,
    file: `${page.path.slice(1).replaceAll('/', '-')}.html`,
    modules: [module],
    isPrerendered: 'description' in page,
  })),
  ...consolePages.map(page => ({
    path: `/admin/${pathOf(page)}`,
    file: `admin-${page.name}.html`,
    title: page.title,
    modules: ['admins/console.page.tsx', `admins/${fileOf(page)}`],
    isPrerendered: false,
  })),
]

/** What every other address is answered with, with status 404. */
export const notFoundEntry: PageEntry = {
  path: '/404',
  file: '404.html',
  title: '404 Page Not Found',
  isPrerendered: true,
}
