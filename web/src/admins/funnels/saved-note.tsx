import type { SavedFunnelDetail } from '@tba/events/funnels/views.ts'
import { readFailure } from '../console-data.ts'
import { percent } from '../numbers.ts'
import { isNoFunnel } from './saved-data.ts'

type Props = Pick<SavedFunnelDetail, 'progress' | 'definition'> & {
  /** Of the last reading: the numbers are of one before. */
  error: Error | undefined
}

/** How a saved funnel's own counting is doing. */
export function SavedNote({ progress: { state, done }, definition: { by }, error }: Props) {
  if (error)
    return (
      <p className="building-note" role="alert">
        {isNoFunnel(error)
          ? 'Eliminato: questo funnel non c’è più, e i numeri restano quelli dell’ultima lettura.'
          : `Non aggiornato: ${readFailure(error)}. Si riprova da sé ogni pochi secondi.`}
      </p>
    )
  if (state === 'live') return <p className="live-note">Continua a contare da solo</p>
  if (state === 'givenUp')
    return (
      <p className="building-note">
        Non continua a contare da solo: {by === 'visit' ? 'una sua visita' : 'un suo cliente'} ha più di
        100.000 eventi, troppi da seguire uno per uno. I numeri sono giusti, contati a ogni lettura.{' '}
        {by === 'visit' ? 'Prova un periodo senza quella visita' : 'Prova a contare per visita'}, e salva le
        modifiche; così com’è, si riprova da sé ogni ora.
      </p>
    )
  const share = percent(Math.floor(done * 1_000) / 10)
  return (
    <div className="building-note">
      <progress max={1} value={done} aria-label="Costruzione del funnel salvato" />
      {/* Read out by those who look for it: it changes each second. */}
      <span>In costruzione: {share}. I numeri sono già quelli giusti.</span>
    </div>
  )
}
