import { useAtomValue, useSetAtom } from 'jotai'
import { dismissAtom, toastQueueAtom } from './toast.ts'

/** Shows a toast where the code of the toasts did not load, until it is closed or the next one comes. */
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
