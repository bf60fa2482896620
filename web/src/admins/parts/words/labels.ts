import type { Role } from '@tba/events/admins/roles.ts'
import type { questionnaireRow } from '@tba/events/admins/views.ts'
import { noSource } from '@tba/events/overview/views.ts'
import type { SetupState } from '@tba/events/people/views.ts'
import type { SetupStep } from '@tba/events/setup/events.ts'
import { trackedNames, valueNames } from '@tba/events/value-names.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import type { z } from 'zod'
import { choices } from '../../../questionnaires/questions.ts'
import { sections } from '../../../shell/links.tsx'

type ContactMethod = z.infer<typeof questionnaireRow>['contactMethod']

const contactMethods: Record<ContactMethod, string> = {
  whatsapp: 'WhatsApp',
  call: 'Telefonata',
  demo: 'Demo',
}

export const stepNames: Record<SetupStep, string> = {
  'broker-account': 'Conto presso il broker',
  mt4: 'Credenziali MetaTrader',
  'copy-trading': 'Copy trading',
  security: 'Sicurezza',
}

/** Of an account of the console. */
export const accountStates = { invited: 'Invitato', active: 'Attivo', ended: 'Accesso tolto' }

export const roleNames: Record<Role, string> = { analyst: 'Analista', administrator: 'Amministratore' }

/** The API and the tables use English names. */
const projectionNames = {
  users: 'Account',
  sessions: 'Sessioni',
  activity: 'Attività',
  'setup-progress': 'Configurazione',
  credentials: 'Credenziali',
  bots: 'Bot',
  leads: 'Contatti',
  questionnaires: 'Questionari',
  requests: 'Richieste',
  customers: 'Clienti',
  'person-parts': 'Persone',
  admins: 'Account della console',
  'admin-sessions': 'Sessioni della console',
  settings: 'Impostazioni',
  audit: 'Registro',
  'history-views': 'Viste',
  saved: 'Definizioni salvate',
  funnels: 'Funnel',
  'report-links': 'Link dei report',
  'report-letters': 'Lettere dei report',
  alarms: 'Avvisi',
  replays: 'Repliche',
  tracking: 'Visite',
  analytics: 'Copia per le analisi',
}

const categories = {
  ...Object.fromEntries(sections.map(({ id, name }) => [id, name])),
  hero: 'Apertura',
  testimonials: 'Chi lo usa',
  closing: 'Parliamone',
  navigation: 'Navigazione',
  header: 'Testata',
  main: 'Contenuto',
  aside: 'A lato',
  footer: 'Piè di pagina',
  dialog: 'Finestra',
  page: 'Pagina',
}

/** Without our own origin: the path comes first. */
export function withoutOrigin(page: string): string {
  if (page === location.origin) return '/'
  const here = `${location.origin}/`
  return page.startsWith(here) ? page.slice(here.length - 1) : page
}

/** Unknown values stay: another client or an older page may have sent them. */
export const translator = (names: Readonly<Record<string, string>>) => (value: string) =>
  (Object.hasOwn(names, value) ? names[value] : null) ?? value

/** An answer of the questionnaire, in the words of its form. */
export const answerLabel = (name: keyof typeof choices, value: string | null) =>
  choices[name].options.find(option => option.value === value)?.label ?? value

export const consentWord = translator({ all: 'Accettato', none: 'Rifiutato' })

export const contactWord = translator(contactMethods)
export const projectionName = translator(projectionNames)
export const deviceWord = translator(valueNames.device)
export const planWord = translator(valueNames.plan)
export const sourceWord = translator({ [noSource]: 'Diretta, o non si sa' })
export const registeredWord = translator({ true: 'con', false: 'senza' })
export const stepWord = translator(stepNames)
export const roleWord = translator(roleNames)
export const trackedName = translator(trackedNames)
export const categoryName = translator(categories)

export const stateNames: Record<SetupState, string> = {
  registered: 'Registrato',
  plan: 'Piano scelto',
  'in-progress': 'In corso',
  complete: 'Completo',
}

export const outcomes: Record<NonNullable<VisitRow['outcome']>, string> = {
  lead: 'Contatto',
  questionnaire: 'Questionario',
  registered: 'Registrazione',
}
