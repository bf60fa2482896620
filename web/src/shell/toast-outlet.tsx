import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { toastQueueAtom } from './toast.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

/** The toast's machinery comes with the first toast: the landing page's first load does without it. */
export function ToastOutlet() {
  const waiting = useAtomValue(toastQueueAtom).length > 0
  const [needed, setNeeded] = useState(false)
  if (waiting && !needed) setNeeded(true)
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null
}
