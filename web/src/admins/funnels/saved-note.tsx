import { readFailure } from '../console-data.ts'
import { isNoFunnel } from './saved-data.ts'

type Props = {
  /** Of the last reading: the numbers are of one before. */
  error: Error | undefined
}

/** That a saved funnel is counted again while it is looked at. */
export function SavedNote({ error }: Props) {
  if (!error) return <p className="live-note">Si aggiorna da solo</p>
  return (
    <p className="building-note" role="alert">
      {isNoFunnel(error)
        ? 'Eliminato: questo funnel non c’è più, e i numeri restano quelli dell’ultima lettura.'
        : `Non aggiornato: ${readFailure(error)}. Si riprova da sé ogni pochi secondi.`}
    </p>
  )
}
