export type ConsolePage = {
  /** The address below `/admin/`, unless `path` is set. */
  name: string
  title: string
  /** Below `/admin/`, with parameters such as `:name`. */
  path?: string
  /** If they differ from `name`. */
  folder?: string
  file?: string
  /** The parent page. The header does not show it then. */
  within?: string
}

/** Now a view of Richieste: its address leads there. */
const moved = { folder: 'requests', file: 'moved', within: 'requests' } as const

/** The rooms and their pages in the order of the header. A line here and `<folder>/<name>.page.tsx` make a page. */
export const consoleRooms: readonly { title: string; pages: readonly ConsolePage[] }[] = [
  {
    title: 'Lavoro',
    pages: [
      { name: 'requests', title: 'Richieste' },
      {
        name: 'outcomes',
        title: 'Da richiesta a cliente',
        folder: 'requests',
        path: 'requests/outcomes',
        within: 'requests',
      },
      { name: 'people', title: 'Persone' },
      { name: 'person', title: 'Persona', folder: 'people', path: 'people/:id', within: 'people' },
      { name: 'receipt', title: 'Ricevuta', folder: 'people', path: 'receipts/:number', within: 'people' },
      { name: 'customers', title: 'Clienti', folder: 'people' },
      { name: 'customer', title: 'Cliente', folder: 'people', path: 'customers/:id', within: 'customers' },
      { name: 'leads', title: 'Contatti', ...moved },
      { name: 'questionnaires', title: 'Questionari', ...moved },
    ],
  },
  {
    title: 'Analisi',
    pages: [
      { name: 'overview', title: 'Panoramica' },
      { name: 'trends', title: 'Andamenti' },
      { name: 'funnels', title: 'Funnel' },
      { name: 'paths', title: 'Percorsi' },
      { name: 'retention', title: 'Fidelizzazione' },
      { name: 'visits', title: 'Visite' },
      { name: 'visit', title: 'Visita', folder: 'visits', path: 'visits/:id', within: 'visits' },
      { name: 'sql', title: 'SQL' },
      { name: 'reports', title: 'Report' },
      { name: 'report', title: 'Un report', folder: 'reports', path: 'reports/:id', within: 'reports' },
    ],
  },
  {
    title: 'Registro',
    pages: [
      { name: 'events', title: 'Eventi', folder: 'history' },
      { name: 'stream', title: 'Flusso', folder: 'streams', path: 'streams/:name', within: 'events' },
      { name: 'replays', title: 'Repliche' },
      { name: 'replay', title: 'Replica', folder: 'replays', path: 'replays/:id', within: 'replays' },
      { name: 'projections', title: 'Proiezioni' },
      { name: 'audit', title: 'Registro' },
    ],
  },
  {
    title: 'Console',
    pages: [
      { name: 'dashboard', title: 'Cruscotto' },
      { name: 'alarms', title: 'Avvisi' },
      { name: 'users', title: 'Account', folder: 'accounts' },
    ],
  },
]

export const consolePages = consoleRooms.flatMap(({ pages }) => pages)

/** A tab of the Cruscotto, which shows no numbers then. */
export const settingsTab = 'impostazioni'
export const settingsPage = { title: 'Impostazioni', to: `/admin/dashboard?tab=${settingsTab}` }

export const pathOf = ({ name, path = name }: ConsolePage) => path

export const fileOf = ({ name, folder = name, file = name }: ConsolePage) => `${folder}/${file}.page.tsx`
