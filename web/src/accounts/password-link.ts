import type { forgotPassword, resetPassword } from '@tba/events/accounts/commands.ts'
import type { z } from 'zod'
import { useCommand } from '../api/swr.tsx'

type Ok = { ok: true }

/** Asks for the letter with the link; the answer is the same for an unknown address. */
export const useForgotPassword = () =>
  useCommand<z.infer<typeof forgotPassword>, Ok>('POST', '/api/password/forgot')

/** Sets the password with the link's token; 400 where the link is not valid any more. */
export const useResetPassword = () =>
  useCommand<z.infer<typeof resetPassword>, Ok>('POST', '/api/password/reset')
