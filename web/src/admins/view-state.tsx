import { Button } from '@radix-ui/themes'
import { readFailure } from './console-data.ts'
import { useFocusLeftTo } from './room-focus.ts'
import '../shell/look/panel.css'

type Answer = { error?: Error | undefined; isValidating: boolean; mutate: () => Promise<unknown> }

function Again({ isValidating, mutate }: Omit<Answer, 'error'>) {
  const button = useFocusLeftTo<HTMLButtonElement>()
  return (
    <Button
      ref={button}
      variant="outline"
      // Not disabled: it would lose the focus.
      aria-disabled={isValidating}
      onClick={() => isValidating || mutate()}
    >
      Riprova
    </Button>
  )
}

/** Shown instead of data: the failure with a retry, else that they are loading. */
export function ViewState({ answer: { error, isValidating, mutate } }: { answer: Answer }) {
  if (error) {
    return (
      <div className="panel-error" role="alert">
        <p>{readFailure(error)}</p>
        <Again isValidating={isValidating} mutate={mutate} />
      </div>
    )
  }
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
