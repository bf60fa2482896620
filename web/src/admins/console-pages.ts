export type ConsolePage = {
  /** Its address below `/admin/`, unless `path` says otherwise. */
  name: string
  title: string
  /** Below `/admin/`; `:name` stands for one part of the address. */
  path?: string
  /** The folder that holds `<name>.page.tsx`, where it has another name than the page. */
  folder?: string
  /** Reached from another page, and not named in the header. */
  within?: string
}

/**
 * The console's pages, in the order of its header. A line here and `<folder>/<name>.page.tsx` make a page at
 * `/admin/<path>`, with its HTML file, its link in the header and the guard before it.
 */
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

/** Its file, from this folder on. */
export const fileOf = ({ name, folder = name }: ConsolePage) => `${folder}/${name}.page.tsx`
