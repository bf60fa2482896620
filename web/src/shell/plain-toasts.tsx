import { useAtomValue, useSetAtom } from 'jotai'
import { dismissAtom, toastQueueAtom } from './toast.ts'

/** Says a toast's words where the toasts' own code does not arrive: until they are closed or the next comes. */
export function PlainToasts() {
  const queue = useAtomValue(toastQueueAtom)
  const shown = queue.at(-1)
  const dismiss = useSetAtom(dismissAtom)
  if (!shown) return null
  function close() {
    for (const { id } of queue) dismiss(id)
  }
  return (
    <div className="plain-toast" role="alert">
      <p>
        <strong>{shown.title}</strong> {shown.description}
      </p>
      <button type="button" onClick={close}>
        Chiudi
      </button>
    </div>
  )
}
