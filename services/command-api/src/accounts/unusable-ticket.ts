import { HttpFailure } from '@tba/runtime/http/failure.ts'

export function unusableTicket(): HttpFailure {
  return new HttpFailure(403, 'Indirizzo di caricamento non valido, già usato o scaduto')
}
