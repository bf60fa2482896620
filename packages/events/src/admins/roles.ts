import { z } from 'zod'
import { isKeyOf, keysOf } from '../keys.ts'

export const role = z.enum(['administrator', 'analyst'])
export type Role = z.infer<typeof role>

/** Permissions of administrators only, with the sentence that refuses them to an analyst. */
const administratorPermissions = {
  'see-persons': 'cercare le persone e leggerne i dati',
  'open-sealed': 'aprire i campi sigillati',
  'handle-persons': 'unire, esportare o cancellare i dati di una persona',
  'download-submissions': 'scaricare contatti e questionari',
  'work-requests': 'lavorare le richieste',
  'manage-projections': 'ricostruire le proiezioni, ritentare o saltare eventi',
  'share-reports': 'condividere un report con chi non ha un account',
  settings: 'vedere e cambiare le impostazioni',
  accounts: 'gestire gli account della console',
}
/** Reading unsealed data, and analysing it: funnels, views, replays, exports of events. */
const analystPermissions = ['read', 'analyse'] as const

type Reserved = keyof typeof administratorPermissions
export type Permission = (typeof analystPermissions)[number] | Reserved
const reserved = keysOf(administratorPermissions)

export const permissionsOf = (role: Role): Permission[] =>
  role === 'administrator' ? [...analystPermissions, ...reserved] : [...analystPermissions]

/** Null: the role has the permission. */
export function refusalOf(role: Role, permission: Permission): string | null {
  if (role === 'administrator' || !isKeyOf(administratorPermissions, permission)) return null
  return `Solo un amministratore può ${administratorPermissions[permission]}`
}
