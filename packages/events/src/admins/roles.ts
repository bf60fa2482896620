import { z } from 'zod'

export const role = z.enum(['administrator', 'analyst'])
export type Role = z.infer<typeof role>

/** Permissions of administrators only, with the sentence that refuses them to an analyst. */
const ofAdministrators = {
  'see-persons': 'cercare le persone e leggerne i dati',
  'open-sealed': 'aprire i campi sigillati',
  'handle-persons': 'esportare o cancellare i dati di una persona',
  'download-submissions': 'scaricare contatti e questionari',
  'manage-projections': 'ricostruire le proiezioni, ritentare o saltare eventi',
  settings: 'vedere e cambiare le impostazioni',
  accounts: 'gestire gli account della console',
}
/** Reading unsealed data, and analysing it: funnels, views, replays, exports of events. */
const ofAnalysts = ['read', 'analyse'] as const

type Reserved = keyof typeof ofAdministrators
export type Permission = (typeof ofAnalysts)[number] | Reserved
const reserved = Object.keys(ofAdministrators) as Reserved[]

export const permissionsOf = (held: Role): Permission[] =>
  held === 'administrator' ? [...ofAnalysts, ...reserved] : [...ofAnalysts]

/** Null: the role has the permission. */
export function refusalOf(held: Role, permission: Permission): string | null {
  if (permissionsOf(held).includes(permission)) return null
  return `Solo un amministratore può ${ofAdministrators[permission as Reserved]}`
}
