import type { Role } from '@tba/events/admins/roles.ts'
import { consoleAccounts, recoveryCodes, secondFactor, totpUri } from '@tba/events/admins/views.ts'
import { consoleCommand } from '../api/calls.ts'
import { useList } from '../api/pages.ts'
import { readAgain, useView } from '../api/reads.ts'

const path = '/api/admin/users'
const totp = '/api/admin/me/totp'

export const useAccounts = () => useList(`${path}?`, consoleAccounts, ({ users }) => users)
export const invite = (invited: { email: string; role: Role }) => consoleCommand('POST', path, invited)
export const changeRole = (id: string, role: Role) => consoleCommand('PATCH', `${path}/${id}`, { role })
export const endAccount = (id: string) => consoleCommand('DELETE', `${path}/${id}`, undefined)

export const useSecondFactor = () => useView(totp, secondFactor, readAgain)
export const enrol = async (sent: { password: string }) =>
  totpUri.parse(await consoleCommand('POST', totp, sent)).uri
export const confirm = async (sent: { code: string }) =>
  recoveryCodes.parse(await consoleCommand('POST', `${totp}/confirm`, sent)).recoveryCodes
export const remove = (sent: { password: string; code: string }) => consoleCommand('DELETE', totp, sent)
