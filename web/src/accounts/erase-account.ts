import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { HttpError, hasStatus, request } from '../shell/http.ts'
import { type ToastText, useToast } from '../shell/toast.ts'
import { useEndSession, useLeaveSession, useNewSession } from './session.ts'

const erased = {
  title: 'Account eliminato',
  description: 'I tuoi dati personali sono stati cancellati. Questo dispositivo è stato disconnesso.',
}
const perhapsErased = {
  title: "Verifica l'eliminazione",
  description:
    "La sessione è finita prima della conferma. Se l'accesso non riesce più, l'account è stato eliminato; altrimenti ripeti la richiesta.",
}

/** Erases the account and goes to `/`, signed out, with a toast. */
export function useEraseAccount() {
  const navigate = useNavigate()
  const toast = useToast()
  const newSession = useNewSession()
  const leaveSession = useLeaveSession()
  const endSession = useEndSession()
  const wasLost = useRef(false)

  function leave(told: ToastText) {
    toast(told)
    // Both in one render, so that the profile is never rendered without a customer.
    navigate('/')
    newSession()
  }

  /** @throws {Error} where the account was not erased, or that is not known */
  return async (password: string) => {
    const stay = leaveSession()
    try {
      await request('POST', '/api/user/erasure', { password })
      leave(erased)
    } catch (error) {
      const isNobody = hasStatus(error, 401)
      // The answer to an earlier attempt did not arrive. It may have worked, or the session ended for another reason.
      if (isNobody && wasLost.current) return leave(perhapsErased)
      stay()
      if (isNobody) endSession()
      if (!(error instanceof HttpError)) wasLost.current = true
      throw error
    }
  }
}
