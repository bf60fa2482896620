import { forgotPassword, login, register, resetPassword } from '@tba/events/accounts/commands.ts'
import { checksOf } from '../shell/checks.ts'

// The checks of these forms, in a file that is loaded when one of them is touched.

export const loginChecks = () => checksOf(login)
export const registerChecks = () => checksOf(register)
export const forgotPasswordChecks = () => checksOf(forgotPassword)
export const resetPasswordChecks = () => checksOf(resetPassword.pick({ password: true }))
