import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { toastQueueAtom } from './toast.ts'

export const loadToasts = () => import('./toasts.tsx')

// Often the very news is that there is no network.
const Toasts = lazy(() => loadToasts().catch(() => ({ default: PlainToasts })))

/** Loads the code of the toasts with the first toast, to keep it out of the landing page's first load. */
export function ToastOutlet() {
  const waiting = useAtomValue(toastQueueAtom).length > 0
  const [needed, setNeeded] = useState(false)
  if (waiting && !needed) setNeeded(true)
  return (
    // An open dialog hides everything outside of it from screen readers, except for live regions, which toasts have to be
    // in. `off`, since each toast announces itself.
    <div aria-live="off">
      {needed && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}
