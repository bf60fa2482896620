export type Room = {
  /** Its folder or file beside this one, and its address below `/admin/` unless `path` says otherwise. */
  name: string
  title: string
  /** Below `/admin/`; `:name` stands for one part of the address. */
  path?: string
  /** Reached from another room, and not named in the head. */
  within?: string
}

/**
 * The console's rooms, in the order of its head: a line here and `<name>.room.tsx` make one at `/admin/<path>`, with its
 * page, its place in the head and the guard before it. The file stands beside this one, or in a folder of the room's name.
 */
export const rooms: readonly Room[] = [
  { name: 'dashboard', title: 'Cruscotto' },
  { name: 'events', title: 'Eventi' },
  { name: 'stream', title: 'Flusso', path: 'streams/:name', within: 'events' },
  { name: 'funnels', title: 'Funnel' },
  { name: 'visits', title: 'Visite' },
  { name: 'visit', title: 'Visita', path: 'visits/:id', within: 'visits' },
  { name: 'paths', title: 'Percorsi' },
  { name: 'retention', title: 'Fidelizzazione' },
  { name: 'replays', title: 'Repliche' },
  { name: 'replay', title: 'Replica', path: 'replays/:id', within: 'replays' },
  { name: 'customers', title: 'Clienti' },
  { name: 'customer', title: 'Cliente', path: 'customers/:id', within: 'customers' },
  { name: 'leads', title: 'Contatti', within: 'customers' },
  { name: 'questionnaires', title: 'Questionari', within: 'customers' },
  { name: 'projections', title: 'Proiezioni' },
  { name: 'audit', title: 'Registro' },
]

export const pathOf = ({ name, path = name }: Room) => path
