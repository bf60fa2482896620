import { forgotPassword, login, register, resetPassword } from '@tba/events/accounts/commands.ts'
import { checksOf } from '../shell/checks.ts'

// What checks the forms of these screens, in a file of its own: it is loaded once one of them is touched.

export const loginChecks = () => checksOf(login)
export const registerChecks = () => checksOf(register)
export const forgotPasswordChecks = () => checksOf(forgotPassword)
export const resetPasswordChecks = () => checksOf(resetPassword.pick({ password: true }))
