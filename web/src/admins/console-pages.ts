export type ConsolePage = {
  /** The address below `/admin/`, unless `path` is set. */
  name: string
  title: string
  /** Below `/admin/`, with parameters such as `:name`. */
  path?: string
  /** If it differs from `name`. */
  folder?: string
  /** The parent page. The header does not show it then. */
  within?: string
}

/** The pages in the order of the header. A line here and `<folder>/<name>.page.tsx` make a page. */
export const consolePages: readonly ConsolePage[] = [
  { name: 'dashboard', title: 'Cruscotto' },
  { name: 'overview', title: 'Panoramica' },
  { name: 'events', title: 'Eventi', folder: 'history' },
  { name: 'stream', title: 'Flusso', folder: 'streams', path: 'streams/:name', within: 'events' },
  { name: 'funnels', title: 'Funnel' },
  { name: 'visits', title: 'Visite' },
  { name: 'visit', title: 'Visita', folder: 'visits', path: 'visits/:id', within: 'visits' },
  { name: 'paths', title: 'Percorsi' },
  { name: 'retention', title: 'Fidelizzazione' },
  { name: 'replays', title: 'Repliche' },
  { name: 'replay', title: 'Replica', folder: 'replays', path: 'replays/:id', within: 'replays' },
  { name: 'customers', title: 'Clienti', folder: 'people' },
  { name: 'customer', title: 'Cliente', folder: 'people', path: 'customers/:id', within: 'customers' },
  { name: 'leads', title: 'Contatti', folder: 'people', within: 'customers' },
  { name: 'questionnaires', title: 'Questionari', folder: 'people', within: 'customers' },
  { name: 'projections', title: 'Proiezioni' },
  { name: 'audit', title: 'Registro' },
  { name: 'users', title: 'Account', folder: 'accounts' },
]

export const pathOf = ({ name, path = name }: ConsolePage) => path

export const fileOf = ({ name, folder = name }: ConsolePage) => `${folder}/${name}.page.tsx`
