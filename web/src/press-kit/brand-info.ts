import { brand, pressOffice } from '../content/brand.ts'
import { declaredReturns } from '../content/plans.ts'

export const description =
  `${brand.name} è un servizio italiano di trading automatico sul forex. Un bot con intelligenza artificiale ` +
  'opera 24 ore su 24 sul conto del cliente presso un broker partner, con stop-loss automatico su ogni ' +
  'posizione e monitoraggio dal telefono.'

export const boilerplate =
  `Nata nel 2024, ${brand.name} porta gli strumenti del trading algoritmico a chi non ne ha fatto una ` +
  'professione. Il cliente sceglie un piano, collega il proprio conto presso il broker partner e segue da ' +
  "un'area privata che cosa fa il bot, con quali risultati e con quali perdite. I fondi restano sempre sul " +
  `conto del cliente. Il trading con leva comporta un rischio elevato: ${brand.name} non garantisce guadagni.`

/** Claims, not live data: always shown as sample figures. */
export const statistics = [
  { value: '2024', name: 'Anno di fondazione' },
  { value: '€500M+', name: 'Volume negoziato' },
  { value: '15%+', name: 'Rendimento medio mensile', note: declaredReturns },
  { value: '10.000+', name: 'Clienti attivi' },
]

export const strengths = [
  ['Trading 24/7', 'Il bot segue i mercati giorno e notte.'],
  ['Apprendimento automatico', 'I modelli si aggiornano con il mercato.'],
  ['Rischio sotto controllo', 'Stop-loss automatico e perdita massima giornaliera.'],
  ['Sempre in vista', 'Operazioni e risultati anche dal telefono.'],
  ['Fondi del cliente', 'Il denaro resta sul suo conto presso il broker.'],
] as const

export const palette = [
  { name: 'Carta', hex: '#fffdfa', use: 'Fondo delle pagine' },
  { name: 'Inchiostro', hex: '#1f211c', use: 'Testi e filetti' },
  { name: 'Verde listino', hex: '#0e6b4f', use: 'Azioni e guadagni' },
  { name: 'Verde notte', hex: '#1e4335', use: 'Fondi pieni' },
  { name: 'Verde acceso', hex: '#2bc48a', use: 'Accenti su fondo scuro' },
  { name: 'Salmone', hex: '#f6e3d6', use: 'Avvisi ed evidenze' },
]

export const guidelines = {
  do: [
    'Usa il logo con uno spazio libero pari alla larghezza della «L».',
    'Scegli la versione scura sui fondi scuri.',
    'Tieni il logo completo ad almeno 120 pixel di larghezza.',
    'Usa solo i colori di questa pagina.',
  ],
  dont: [
    'Non deformare, inclinare o ruotare il logo.',
    'Non aggiungere ombre, sfumature o contorni.',
    'Non metterlo su fotografie o fondi che lo confondono.',
    'Non citare i rendimenti senza dire che non sono garantiti.',
  ],
}

/** All texts and numbers of this page as JSON, for download. */
export const pressInfo = {
  name: brand.name,
  tagline: brand.tagline,
  description,
  boilerplate,
  mediaContact: pressOffice,
  statistics: { label: 'Dati illustrativi', figures: statistics },
  strengths: strengths.map(([name, text]) => `${name}: ${text}`),
  palette,
  guidelines,
}
