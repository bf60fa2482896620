import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { onDemand, useWanted } from '../../components/on-demand.ts'
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

type Host = { open(name: DialogName): void }
export type Opener = { onClick(): void; onPointerEnter(): void; onFocus(): void }
export type Opens = (name: DialogName) => Opener

/**
 * Opens dialogs. The code of one is loaded when pointer or focus reach its button, so that the press shows it at once.
 * Only the host renders with a press, not the rest of the page.
 */
export function useDialogs() {
  const host = useRef<Host>(null)
  const opens: Opens = name => {
    const prepare = () => {
      dialogs[name].ready().catch(() => undefined)
    }
    return { onClick: () => host.current?.open(name), onPointerEnter: prepare, onFocus: prepare }
  }
  return { host, opens }
}

type DialogsProps = Omit<Props, 'close'> & { host: Ref<Host> }

/** Shows at most one dialog. Where its code does not load, the page stays as it is, and the next press tries again. */
export function Dialogs({ host, ...rest }: DialogsProps) {
  const [opened, setOpened] = useState<DialogName | null>(null)
  /** A late answer closes the dialog that asked, not one that was opened since. */
  const closeThat = (name: DialogName | null) => setOpened(now => (now === name ? null : now))
  const OpenDialog = useWanted(
    dialogs[opened ?? 'support'],
    opened !== null,
    () => closeThat(opened),
    missing,
  )
  useImperativeHandle(host, () => ({ open: setOpened }))

  if (!opened) return null
  if (OpenDialog) return <OpenDialog {...rest} close={() => closeThat(opened)} />
  return (
    <div className="dialog-waiting">
      <Waiting />
    </div>
  )
}
