import { Button } from '@radix-ui/themes'
import { readFailure } from '../console-data.ts'

type Props = {
  error: Error | undefined
  isWhole: boolean
  isLoading: boolean
  /** Page after page came short of rows. */
  isStalled: boolean
  more: () => void
}

/** Below the rows that were read: what comes next, or why nothing does. */
export function ListFoot({ error, isWhole, isLoading, isStalled, more }: Props) {
  if (error)
    return (
      <div className="event-foot" role="alert">
        <p>{readFailure(error)}</p>
        <Button variant="outline" disabled={isLoading} onClick={more}>
          Riprova
        </Button>
      </div>
    )
  if (isStalled)
    return (
      <div className="event-foot">
        <p>Cercato in una parte del registro: oltre possono essercene altri.</p>
        <Button variant="outline" disabled={isLoading} onClick={more}>
          Cerca ancora
        </Button>
      </div>
    )
  return <p className="event-foot quiet">{isWhole ? 'Non ci sono altri eventi.' : 'Caricamento…'}</p>
}
