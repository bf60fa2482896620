import { atom, useAtom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { Waiting } from '../../shell/page-states.tsx'

export type DialogName = 'activate-bot' | 'bot-settings' | 'credentials' | 'monitoring' | 'support'
type Props = { close: () => void; budgetEuro: number; onSaved: () => void }

const dialogs: Record<DialogName, ReturnType<typeof onDemand<Props>>> = {
  'activate-bot': onDemand<Props>(() => import('./activate-bot.dialog.tsx')),
  'bot-settings': onDemand<Props>(() => import('./bot-settings.dialog.tsx')),
  credentials: onDemand<Props>(() => import('./credentials.dialog.tsx')),
  monitoring: onDemand<Props>(() => import('./monitoring.dialog.tsx')),
  support: onDemand<Props>(() => import('./support.dialog.tsx')),
}
const missing = 'La finestra non si è aperta. Controlla la connessione o ricarica la pagina.'

const openedAtom = atom<DialogName | null>(null)

/** The props of a button that opens a dialog. Its code is loaded when pointer or focus reach the button. */
export function useDialogButton(name: DialogName) {
  const open = useSetAtom(openedAtom)
  const preload = () => {
    dialogs[name].load().catch(() => undefined)
  }
  return { onClick: () => open(name), onPointerEnter: preload, onFocus: preload }
}

/** Shows at most one dialog. Where its code does not load, the page stays as it is, and the next press tries again. */
export function Dialogs(props: Omit<Props, 'close'>) {
  const [opened, setOpened] = useAtom(openedAtom)
  /** A late answer closes the dialog that asked, not one that was opened since. */
  const closeIfOpen = (name: DialogName | null) => setOpened(now => (now === name ? null : now))
  const OpenDialog = useLazyPart(
    dialogs[opened ?? 'support'],
    opened !== null,
    () => closeIfOpen(opened),
    missing,
  )
  useEffect(() => () => setOpened(null), [setOpened])

  if (!opened) return null
  if (OpenDialog) return <OpenDialog {...props} close={() => closeIfOpen(opened)} />
  return (
    <div className="dialog-waiting">
      <Waiting />
    </div>
  )
}
