import type { forgotPassword, resetPassword } from '@tba/events/accounts/commands.ts'
import useSWRMutation from 'swr/mutation'
import type { z } from 'zod'
import { command } from '../shell/http.ts'

type Ok = { ok: true }

/** Asks for the letter with the link; the answer is the same for an unknown address. */
export const useForgotPassword = () =>
  useSWRMutation('/api/password/forgot', (key, { arg }: { arg: z.infer<typeof forgotPassword> }) =>
    command<Ok>('POST', key, arg),
  )

/** Sets the password with the link's token; 400 where the link is not valid any more. */
export const useResetPassword = () =>
  useSWRMutation('/api/password/reset', (key, { arg }: { arg: z.infer<typeof resetPassword> }) =>
    command<Ok>('POST', key, arg),
  )
