import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { toastQueueAtom } from './toast.ts'

export const loadToasts = () => import('./toasts.tsx')

// Often the very news is that there is no network.
const Toasts = lazy(() => loadToasts().catch(() => ({ default: PlainToasts })))

/** The toast's machinery comes with the first toast: the landing page's first load does without it. */
export function ToastOutlet() {
  const waiting = useAtomValue(toastQueueAtom).length > 0
  const [needed, setNeeded] = useState(false)
  if (waiting && !needed) setNeeded(true)
  return (
    // An open dialog hides what lies outside of it from readers, but for live regions: toasts are to be reached there
    // too. `off`, since each toast announces itself.
    <div aria-live="off">
      {needed && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}
