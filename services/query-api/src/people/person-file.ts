import { type Form, json } from '../accounts/personal-file.ts'

/** A file of several parts, each as the form says. */
type FileForm = Form & {
  open(about: { exportedAt: Date; person: string }): string
  between: string
  close: string
}

const ofPrograms: FileForm = {
  ...json,
  open: about => `${JSON.stringify(about).slice(0, -1)},"parts":[`,
  between: ',',
  close: ']}',
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign] ?? sign)

/** Fields without a word are shown by their name. */
const words: Record<string, string> = {
  account: 'Account',
  lead: 'Contatto',
  questionnaire: 'Questionario',
  profile: 'Profilo',
  bots: 'Bot',
  sessions: 'Sessioni aperte',
  progress: 'Configurazione',
  credentials: 'Credenziali',
  activity: 'Attività',
  visits: 'Visite',
  analytics: 'Eventi',
  id: 'Numero',
  name: 'Nome',
  username: 'Nome utente',
  email: 'Email',
  firstName: 'Nome',
  lastName: 'Cognome',
  phone: 'Telefono',
  dial: 'Numero da comporre',
  bio: 'Biografia',
  profileImageUrl: 'Immagine',
  website: 'Sito',
  country: 'Paese',
  timezone: 'Fuso orario',
  plan: 'Piano',
  whatsappNumber: 'WhatsApp',
  linkedinUrl: 'LinkedIn',
  twitterUrl: 'Twitter',
  facebookUrl: 'Facebook',
  instagramUrl: 'Instagram',
  telegramUrl: 'Telegram',
  createdAt: 'Creato',
  updatedAt: 'Aggiornato',
  deposit: 'Deposito',
  message: 'Messaggio',
  visitId: 'Visita',
  countryCode: 'Prefisso',
  age: 'Età',
  occupation: 'Occupazione',
  tradingExperience: 'Esperienza',
  investmentAmount: 'Importo',
  source: 'Origine',
  investmentGoal: 'Obiettivo',
  riskTolerance: 'Rischio',
  timeframe: 'Quando',
  additionalInfo: 'Altro',
  contactMethod: 'Contatto preferito',
  device: 'Dispositivo',
  address: 'Indirizzo',
  openedAt: 'Aperta',
  type: 'Che cosa',
  at: 'Quando',
  firstAt: 'Inizio',
  lastAt: 'Fine',
  pages: 'Pagine',
  page: 'Pagina',
  pageViews: 'Pagine viste',
  referrer: 'Provenienza',
  platform: 'Piattaforma',
  server: 'Server',
  loginNumber: 'Numero di accesso',
  strategyName: 'Strategia',
  status: 'Stato',
  completedAt: 'Completato',
  notes: 'Note',
  text: 'Testo',
  reason: 'Motivo',
}
const wordOf = (name: string) => escaped(words[name] ?? name)

const clock = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
})
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const shown = (text: string) => (isTime.test(text) ? clock.format(new Date(text)) : text)

/** Any value, as nested lists. What people typed is text, never markup. */
function nested(value: unknown): string {
  if (Array.isArray(value)) return `<ol>${value.map(item => `<li>${nested(item)}</li>`).join('')}</ol>`
  if (typeof value !== 'object' || value === null) return escaped(shown(String(value)))
  const held = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '')
  const rows = held.map(([name, inner]) => `<dt>${wordOf(name)}</dt><dd>${nested(inner)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

const style =
  'body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.3rem 0}dt{color:#555}dd{margin:0}' +
  'section{border-top:1px solid #999;margin-top:2rem}'

const ofReaders: FileForm = {
  type: 'text/html',
  extension: 'html',
  open: ({ exportedAt, person }) =>
    '<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Dati di una persona</title>' +
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>` +
    `<h1>Dati di una persona</h1><p>Esportati il ${clock.format(exportedAt)}. Codice: ${person}</p>`,
  begin: ({ kind, stream: _, ...found }) => `<section><h2>${wordOf(String(kind))}</h2>${nested(found)}`,
  list: name => `<h3>${wordOf(name)}</h3><ol>`,
  row: row => `<li>${nested(row)}</li>`,
  listEnd: '</ol>',
  end: '</section>',
  between: '',
  close: '</body></html>',
}

export const forms = { json: ofPrograms, html: ofReaders }
