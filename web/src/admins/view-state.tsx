import { Button } from '@radix-ui/themes'
import { readFailure } from './console-data.ts'
import '../shell/look/panel.css'

type Answer = { error?: Error | undefined; isValidating: boolean; mutate: () => Promise<unknown> }

/** Shown instead of data: the failure with a retry, else that they are loading. */
export function ViewState({ answer: { error, isValidating, mutate } }: { answer: Answer }) {
  if (error) {
    return (
      <div className="panel-error" role="alert">
        <p>{readFailure(error)}</p>
        <Button variant="outline" disabled={isValidating} onClick={() => mutate()}>
          Riprova
        </Button>
      </div>
    )
  }
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
