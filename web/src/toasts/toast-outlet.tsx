import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ReloadButton } from '../shell/reload.tsx'
import { dismissAtom, toastQueueAtom } from './toast.ts'

export const loadToasts = () => import('./toasts.tsx')

// Often the very news is that there is no network.
const Toasts = lazy(() => loadToasts().catch(() => ({ default: FallbackToasts })))

/** Loads the code of the toasts with the first toast, to keep it out of the landing page's first load. */
export function ToastOutlet() {
  const waiting = useAtomValue(toastQueueAtom).length > 0
  const [needed, setNeeded] = useState(false)
  if (waiting && !needed) setNeeded(true)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On its way to the document, where an open dialog would pull the focus back into itself.
    const letIn = (event: FocusEvent) => {
      const to = event.type === 'focusin' ? event.target : event.relatedTarget
      if (to instanceof Node && region.current?.contains(to)) event.stopPropagation()
    }
    document.body.addEventListener('focusin', letIn)
    document.body.addEventListener('focusout', letIn)
    return () => {
      document.body.removeEventListener('focusin', letIn)
      document.body.removeEventListener('focusout', letIn)
    }
  }, [])
  return (
    // An open dialog hides everything else from screen readers except live regions, so toasts are in one. `off`,
    // because each toast announces itself.
    <div ref={region} aria-live="off">
      {needed && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}

/** Shows a toast if the code of the toasts did not load. It stays until it is closed or the next one comes. */
function FallbackToasts() {
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
        <strong>{shown.title}</strong> <span>{shown.description}</span>
      </p>
      {shown.canReload && <ReloadButton />}
      <button type="button" onClick={close}>
        Chiudi
      </button>
    </div>
  )
}
