import { consolePages, fileOf, pathOf } from '../src/admins/console-pages.ts'
import { brand } from '../src/content/brand.ts'

export type PageEntry = {
  /** `:name` stands for one part of an address. */
  path: string
  /** Its file in the build; beside `index.html`, so that a plain file server finds it too. */
  file: string
  title: string
  description?: string
  /** The modules of its screen, whose styles and code the page loads at once; absent where they are in the first load. */
  screen?: string | string[]
  /** Whether the whole screen is prerendered, or only its loading state. */
  whole: boolean
}

const privatePage = (path: string, file: string, title: string): PageEntry => ({
  path,
  file,
  title,
  whole: false,
})

/** Every path that is a page; any other outside of /api is answered with 404. */
export const pageEntries: PageEntry[] = [
  {
    path: '/',
    file: 'index.html',
    title: brand.tagline,
    description:
      "Bot di trading automatico sul forex: tre piani da 500, 1.000 e 3.000 euro, un percorso di configurazione guidato e un'area privata per seguirlo.",
    whole: true,
  },
  {
    path: '/strategies',
    file: 'strategies.html',
    title: 'Centro Strategie',
    description: 'Otto strategie di trading a confronto: rendimento, drawdown, rischio e deposito minimo.',
    screen: 'src/strategies/strategies.page.tsx',
    whole: true,
  },
  {
    path: '/press-kit',
    file: 'press-kit.html',
    title: 'Press kit',
    description: `Loghi, colori, testi e contatti di ${brand.name} per chi ne scrive.`,
    screen: 'src/press-kit/press-kit.page.tsx',
    whole: true,
  },
  {
    path: '/questionnaire',
    file: 'questionnaire.html',
    title: 'Questionario',
    description: 'Quattro passi per farti ricontattare da chi sa già di che cosa parlare.',
    screen: 'src/questionnaires/questionnaire.page.tsx',
    whole: true,
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    title: 'Privacy',
    description: `Quali dati tratta ${brand.name}, perché e per quanto tempo.`,
    screen: 'src/legal/privacy.page.tsx',
    whole: true,
  },
  {
    path: '/termini',
    file: 'termini.html',
    title: 'Termini di servizio',
    description: `Le condizioni con cui ${brand.name} offre il servizio.`,
    screen: 'src/legal/terms.page.tsx',
    whole: true,
  },
  {
    path: '/cookie',
    file: 'cookie.html',
    title: 'Cookie',
    description: `Tutto ciò che ${brand.name} conserva nel tuo browser, voce per voce.`,
    screen: 'src/legal/cookie.page.tsx',
    whole: true,
  },
  {
    path: '/auth',
    file: 'auth.html',
    title: 'Accedi',
    description: "Accedi all'area privata o crea il tuo account.",
    screen: 'src/accounts/auth.page.tsx',
    whole: true,
  },
  { ...privatePage('/dashboard', 'dashboard.html', 'Area Privata'), screen: 'src/setup/dashboard.page.tsx' },
  { ...privatePage('/profile', 'profile.html', 'Profilo'), screen: 'src/accounts/profile.page.tsx' },
  {
    ...privatePage('/reset-password', 'reset-password.html', 'Nuova password'),
    screen: 'src/accounts/reset-password.page.tsx',
  },
  {
    ...privatePage('/admin/login', 'admin-login.html', 'Accesso amministratori'),
    screen: 'src/admins/login.page.tsx',
  },
  {
    ...privatePage('/admin/invitation', 'admin-invitation.html', 'Invito alla console'),
    screen: 'src/admins/accounts/invitation.page.tsx',
  },
  ...consolePages.map(page => ({
    ...privatePage(`/admin/${pathOf(page)}`, `admin-${page.name}.html`, page.title),
    screen: ['src/admins/console.page.tsx', `src/admins/${fileOf(page)}`],
  })),
]

/** What every other address is answered with, with status 404. */
export const notFoundEntry: PageEntry = {
  path: '/404',
  file: '404.html',
  title: '404 Page Not Found',
  whole: true,
}
