/** A state of a page, and how a browser comes into it. */
export type Picture = {
  /** Of the file. */
  name: string
  /** Who looks; left out: nobody is signed in. A customer is a new one for each picture. */
  as?: 'newcomer' | 'customer' | 'underway' | 'complete' | 'administrator'
  /** `$visit` and the like stand for something that the log holds: see `take.ts`. */
  at: string
  /** Calls that are never answered, by a part of their address, and those that answer 503. */
  hang?: string
  fail?: string
  /** In this order: `press <button or link>`, `tab <tab>`, `fill <label>: <text>`, `key <key>`. */
  steps?: string[]
  /** A text, or a CSS selector that begins with a dot, that the picture waits for. */
  until?: string
}

const site: Picture[] = [
  { name: 'landing', at: '/' },
  { name: 'strategies', at: '/strategies' },
  { name: 'press-kit', at: '/press-kit' },
  { name: 'questionnaire', at: '/questionnaire?method=whatsapp' },
  { name: 'privacy', at: '/privacy' },
  { name: 'not-found', at: '/questa-pagina-non-esiste' },
  { name: 'consent', at: '/?consent', until: 'Rifiuta' },
]

const accounts: Picture[] = [
  { name: 'auth', at: '/auth' },
  {
    name: 'auth-wrong',
    at: '/auth',
    steps: ['fill Email: anna', 'press Accedi'],
    until: 'Password richiesta',
  },
  { name: 'register', at: '/auth', steps: ['tab Registrati'], until: 'Cognome' },
  { name: 'forgotten', at: '/auth', steps: ['press Password dimenticata?'], until: 'Invia il link' },
  { name: 'reset-password', at: `/reset-password#token=${'A'.repeat(43)}` },
  { name: 'profile', as: 'customer', at: '/profile', until: 'Il tuo profilo' },
  {
    name: 'profile-errors',
    ...{ as: 'customer', at: '/profile' },
    steps: ['fill Nome: A', 'fill Telefono: chiamami', 'press Salva Modifiche'],
  },
  { name: 'profile-erasure', as: 'customer', at: '/profile', steps: ['press Elimina account'] },
  {
    name: 'profile-erasure-refused',
    ...{ as: 'customer', at: '/profile' },
    steps: ['press Elimina account', 'press Elimina definitivamente'],
    until: 'Password richiesta',
  },
  { name: 'profile-image', as: 'customer', at: '/profile', steps: ['press Cambia immagine del profilo'] },
  {
    name: 'profile-unsaved',
    ...{ as: 'customer', at: '/profile' },
    steps: ['fill Nome: Annamaria', 'press Torna alla dashboard'],
  },
  {
    name: 'profile-panel-loading',
    as: 'customer',
    at: '/profile',
    hang: 'user/sessions',
    until: '.skeleton',
  },
  {
    name: 'profile-panels-failed',
    as: 'customer',
    at: '/profile',
    fail: 'user/sessions',
    until: 'Dati non disponibili.',
  },
]

const setup: Picture[] = [
  { name: 'dashboard-welcome', as: 'newcomer', at: '/dashboard', until: 'Benvenuto!' },
  {
    name: 'dashboard-loading',
    as: 'customer',
    at: '/dashboard',
    hang: 'user/progress',
    until: 'Caricamento…',
  },
  {
    name: 'dashboard-unavailable',
    as: 'customer',
    at: '/dashboard',
    fail: 'user/progress',
    until: 'Riprova',
  },
  { name: 'setup', as: 'underway', at: '/dashboard', until: 'completato' },
  { name: 'dashboard', as: 'complete', at: '/dashboard', until: 'Hai attivato un bot' },
  { name: 'dashboard-failed', as: 'complete', at: '/dashboard', fail: 'user/bots', until: 'Riprova' },
  { name: 'dialog-credentials', as: 'underway', at: '/dashboard', steps: ['press Autentica MT4/MT5'] },
  {
    name: 'dialog-credentials-errors',
    ...{ as: 'underway', at: '/dashboard' },
    steps: ['press Autentica MT4/MT5', 'press Salva Credenziali'],
    until: 'Server richiesto',
  },
  { name: 'dashboard-waiting', as: 'complete', at: '/dashboard', hang: 'user/bots', until: '.skeleton' },
  { name: 'dialog-bots', as: 'customer', at: '/dashboard', steps: ['press Aggiungi Bot'] },
  { name: 'dialog-settings', as: 'underway', at: '/dashboard', steps: ['press Impostazioni Bot'] },
  { name: 'dialog-support', as: 'underway', at: '/dashboard', steps: ['press Centro Supporto'] },
  { name: 'dialog-monitoring', as: 'underway', at: '/dashboard', steps: ['press Monitoring in Tempo Reale'] },
  {
    name: 'toast-done',
    as: 'underway',
    at: '/dashboard',
    steps: ['press Completa Verifica'],
    until: 'Progresso aggiornato',
  },
]

const funnel =
  '/admin/funnels?per=visita&passo=VisitStarted&passo=InteractionTracked&passo=LeadSubmitted' +
  '&dove=2+eventType+is+button_click&finestra=1h&dal=2020-01-01&al=2029-12-31'

/** All of the administrator, over a month of the demo. */
const consolePages: [name: string, at: string, more?: Omit<Picture, 'name' | 'at'>][] = [
  ['admin-dashboard', '/admin/dashboard', { until: '.recharts-line-curve' }],
  ['admin-interactions', '/admin/dashboard?scheda=interazioni'],
  ['admin-analytics', '/admin/dashboard?scheda=analytics'],
  ['admin-settings', '/admin/dashboard?scheda=impostazioni'],
  ['admin-loading', '/admin/dashboard', { hang: 'admin/d', until: '.skeleton' }],
  ['admin-failed', '/admin/dashboard', { fail: 'admin/d', until: 'Impossibile caricare i dati' }],
  ['console-events', '/admin/events'],
  ['console-event', '/admin/events?evento=$PlanActivated', { until: '[role=dialog]' }],
  ['console-stream', '/admin/streams/$setup'],
  ['console-visits', '/admin/visits'],
  ['console-visit', '/admin/visits/$visit'],
  ['console-funnels-empty', '/admin/funnels', { until: 'Niente da contare, finora' }],
  ['console-funnels', `${funnel}&suddividi=device`, { until: '.bar-button' }],
  ['console-funnel-drop', `${funnel}&apri=persi-1`, { until: '.instead' }],
  ['console-paths', '/admin/paths', { until: '.path-box' }],
  ['console-retention', '/admin/retention?action=InteractionTracked', { until: '.heat-cell' }],
  ['console-projections', '/admin/projections'],
  ['console-replays', '/admin/replays'],
  ['console-audit', '/admin/audit'],
  ['console-palette', '/admin/dashboard', { steps: ['key Control+k', 'fill Cerca: setup'] }],
  ['people-customers', '/admin/customers'],
  ['people-nobody', '/admin/customers?q=nessuno', { until: 'Nessuno corrisponde' }],
  ['people-customer', '/admin/customers/$account'],
  ['people-erasing', '/admin/customers/$account', { steps: ['press Cancella cliente'] }],
  ['people-questionnaires', '/admin/questionnaires'],
]

export const pictures: readonly Picture[] = [
  // First, while the newest events are those of the month, and not of who looks.
  ...consolePages.map(([name, at, more]): Picture => ({ name, at, as: 'administrator', ...more })),
  { name: 'admin-login', at: '/admin/login' },
  ...site,
  ...accounts,
  ...setup,
]
