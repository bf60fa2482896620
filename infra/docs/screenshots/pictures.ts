/** A state of a page, and how a browser comes into it. */
export type Picture = {
  /** Of the file. */
  name: string
  /** Who looks; left out: nobody is signed in. A customer is a new one for each picture. */
  as?: 'newcomer' | 'customer' | 'underway' | 'complete' | 'administrator'
  /** `$visit` and similar names are replaced by ids from the log: see `bring.ts`. */
  at: string
  /** Calls that are never answered, by a part of their address, and those that answer 503. */
  delay?: string
  fail?: string
  /** In this order: `press <button or link>`, `tab <tab>`, `fill <label>: <text>`. */
  steps?: string[]
  /** A text, or a CSS selector that begins with a dot, that the picture waits for. */
  until?: string
}

type PictureOptions = Omit<Picture, 'name' | 'as' | 'at'>

const visitors: [name: string, at: string, more?: PictureOptions][] = [
  ['admin-login', '/admin/login'],
  ['landing', '/'],
  ['strategies', '/strategies'],
  ['press-kit', '/press-kit'],
  ['questionnaire', '/questionnaire?method=whatsapp'],
  ['privacy', '/privacy'],
  ['not-found', '/questa-pagina-non-esiste'],
  ['consent', '/?consent', { until: 'Rifiuta' }],
  ['auth', '/auth'],
  ['auth-wrong', '/auth', { steps: ['fill Email: anna', 'press Accedi'], until: 'Password richiesta' }],
  ['register', '/auth', { steps: ['tab Registrati'], until: 'Cognome' }],
  ['forgotten', '/auth', { steps: ['press Password dimenticata?'], until: 'Invia il link' }],
  ['reset-password', `/reset-password#token=${'A'.repeat(43)}`],
]

const erase = 'press Elimina account'
/** Of a customer. */
const profile: [name: string, more: PictureOptions][] = [
  ['profile', { until: 'Il tuo profilo' }],
  ['profile-errors', { steps: ['fill Nome: A', 'fill Telefono: chiamami', 'press Salva Modifiche'] }],
  ['profile-erasure', { steps: [erase] }],
  [
    'profile-erasure-refused',
    { steps: [erase, 'press Elimina definitivamente'], until: 'Password richiesta' },
  ],
  ['profile-image', { steps: ['press Cambia immagine del profilo'] }],
  ['profile-panel-loading', { delay: 'user/sessions', until: '.skeleton' }],
  ['profile-panels-failed', { fail: 'user/sessions', until: 'Dati non disponibili.' }],
]

const credentials = 'press Autentica MT4/MT5'
const dashboard: [name: string, as: Picture['as'], more: PictureOptions][] = [
  ['dashboard-welcome', 'newcomer', { until: 'Benvenuto!' }],
  ['dashboard-loading', 'customer', { delay: 'user/progress', until: 'Caricamento…' }],
  ['dashboard-unavailable', 'customer', { fail: 'user/progress', until: 'Riprova' }],
  ['setup', 'underway', { until: 'completato' }],
  ['dashboard', 'complete', { until: 'Hai attivato un bot' }],
  ['dashboard-failed', 'complete', { fail: 'user/bots', until: 'Riprova' }],
  ['dashboard-waiting', 'complete', { delay: 'user/bots', until: '.skeleton' }],
  ['dialog-credentials', 'underway', { steps: [credentials] }],
  [
    'dialog-credentials-errors',
    'underway',
    { steps: [credentials, 'press Salva Credenziali'], until: 'Server richiesto' },
  ],
  ['dialog-bots', 'customer', { steps: ['press Aggiungi Bot'] }],
  ['dialog-settings', 'underway', { steps: ['press Impostazioni Bot'] }],
  ['dialog-support', 'underway', { steps: ['press Centro Supporto'] }],
  ['dialog-monitoring', 'underway', { steps: ['press Monitoring in Tempo Reale'] }],
  ['toast-done', 'underway', { steps: ['press Completa Verifica'], until: 'Progresso aggiornato' }],
]

const definition = {
  by: 'visit',
  steps: [
    { event: 'VisitStarted' },
    { event: 'InteractionTracked', where: [{ field: 'eventType', op: 'is', value: 'button_click' }] },
    { event: 'LeadSubmitted' },
  ],
  windowSeconds: 3_600,
  from: '2019-12-31T23:00:00.000Z',
  to: '2029-12-31T23:00:00.000Z',
}
const funnelPage = (changed: object, open?: object) => {
  const texts = {
    definition: JSON.stringify({ ...definition, ...changed }),
    ...(open && { open: JSON.stringify(open) }),
  }
  return `/admin/funnels?${new URLSearchParams(texts)}`
}

/** All of the administrator, over a month of the demo. */
const consolePages: typeof visitors = [
  ['admin-dashboard', '/admin/dashboard', { until: '.recharts-line-curve' }],
  ['admin-interactions', '/admin/dashboard?tab=interazioni'],
  ['admin-analytics', '/admin/dashboard?tab=analytics'],
  ['admin-settings', '/admin/dashboard?tab=impostazioni'],
  ['admin-loading', '/admin/dashboard', { delay: 'admin/d', until: '.skeleton' }],
  ['admin-failed', '/admin/dashboard', { fail: 'admin/d', until: 'Impossibile caricare i dati' }],
  ['console-overview', '/admin/overview?period=30d', { until: '.recharts-line-curve' }],
  ['console-events', '/admin/events'],
  ['console-event', '/admin/events?event=$PlanActivated', { until: '[role=dialog]' }],
  ['console-stream', '/admin/streams/$setup'],
  ['console-visits', '/admin/visits'],
  ['console-visit', '/admin/visits/$visit'],
  ['console-funnels-empty', '/admin/funnels', { until: 'Niente da contare, finora' }],
  ['console-funnels', funnelPage({ breakdown: 'device' }), { until: '.bar-button' }],
  [
    'console-funnel-drop',
    funnelPage({}, { step: 1, outcome: 'dropped', isCompared: false }),
    { until: '.instead' },
  ],
  ['console-paths', '/admin/paths', { until: '.path-box' }],
  ['console-retention', '/admin/retention?action=InteractionTracked', { until: '.heat-cell' }],
  ['console-projections', '/admin/projections'],
  ['console-replays', '/admin/replays'],
  ['console-audit', '/admin/audit'],
  ['console-users', '/admin/users'],
  ['people-customers', '/admin/customers'],
  ['people-nobody', '/admin/customers?q=nessuno', { until: 'Nessuno corrisponde' }],
  ['people-customer', '/admin/customers/$account'],
  ['people-person', '/admin/people/$account'],
  ['people-erasing', '/admin/people/$account', { steps: ['press Cancella…'] }],
  ['requests', '/admin/requests?view=all'],
]

export const pictures: readonly Picture[] = [
  // First, while the newest events are those of the month, and not of who looks.
  ...consolePages.map(([name, at, more]) => ({ name, at, as: 'administrator' as const, ...more })),
  ...visitors.map(([name, at, more]) => ({ name, at, ...more })),
  ...profile.map(([name, more]) => ({ name, at: '/profile', as: 'customer' as const, ...more })),
  ...dashboard.map(([name, as, more]) => ({ name, at: '/dashboard', as, ...more })),
]
