import { Cross2Icon } from '@radix-ui/react-icons'
import { useAtomValue, useSetAtom } from 'jotai'
import { Toast } from 'radix-ui'
import { ReloadButton } from '../shell/reload.tsx'
import { dismissAtom, toastQueueAtom } from './toast.ts'
import './toasts.css'

const shownMs = 5000
// The time for reading, where another toast waits.
const shownBeforeNextMs = 1500

export default function Toasts() {
  const [shown, ...waiting] = useAtomValue(toastQueueAtom)
  const dismiss = useSetAtom(dismissAtom)
  return (
    <Toast.Provider label="Notifica" swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Toast.Root
          key={shown.id}
          className="toast"
          data-destructive={shown.destructive}
          duration={
            waiting.length > 0 ? shownBeforeNextMs : shown.canReload ? Number.POSITIVE_INFINITY : shownMs
          }
          onOpenChange={open => {
            if (!open) dismiss(shown.id)
          }}
        >
          <Toast.Title className="toast-title">{shown.title}</Toast.Title>
          {shown.description && (
            <Toast.Description className="toast-text">{shown.description}</Toast.Description>
          )}
          {shown.canReload && <ReloadButton />}
          <Toast.Close className="toast-close" aria-label="Chiudi notifica">
            <Cross2Icon aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="toast-viewport" hotkey={['F8']} label="Notifiche ({hotkey})" />
    </Toast.Provider>
  )
}
