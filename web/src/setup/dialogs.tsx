import { type ComponentType, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useToast } from '../shell/toast.ts'
import { Waiting } from '../shell/waiting.tsx'

export type DialogName = 'activate-bot' | 'bot-settings' | 'credentials' | 'monitoring' | 'support'
type Props = { close: () => void; budgetEuro: number; onLicence: (code: string) => void }

const loads: Record<DialogName, () => Promise<{ default: ComponentType<Props> }>> = {
  'activate-bot': () => import('./activate-bot.dialog.tsx'),
  'bot-settings': () => import('./bot-settings.dialog.tsx'),
  credentials: () => import('./credentials.dialog.tsx'),
  monitoring: () => import('./monitoring.dialog.tsx'),
  support: () => import('./support.dialog.tsx'),
}
const loaded = new Map<DialogName, ComponentType<Props>>()

async function preload(name: DialogName) {
  if (!loaded.has(name)) loaded.set(name, (await loads[name]()).default)
}

type Opened = { name: DialogName; here: boolean }
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
      preload(name).catch(() => undefined)
    }
    return { onClick: () => host.current?.open(name), onPointerEnter: prepare, onFocus: prepare }
  }
  return { host, opens }
}

type DialogsProps = Omit<Props, 'close'> & { host: Ref<Host> }

/** Shows at most one dialog. Where its code does not load, the page stays as it is, and the next press tries again. */
export function Dialogs({ host, ...rest }: DialogsProps) {
  const toast = useToast()
  const [opened, setOpened] = useState<Opened | null>(null)
  /** A late answer closes the dialog that asked, not one that was opened since. */
  const closeThat = (name: DialogName) => setOpened(now => (now?.name === name ? null : now))

  async function open(name: DialogName) {
    const here = loaded.has(name)
    setOpened({ name, here })
    if (here) return
    try {
      await preload(name)
      setOpened(now => (now?.name === name ? { name, here: true } : now))
    } catch (error) {
      console.error('Finestra non caricata', error)
      closeThat(name)
      const description = 'La finestra non si è aperta. Controlla la connessione o ricarica la pagina.'
      toast({ title: 'Errore', description, destructive: true })
    }
  }
  useImperativeHandle(host, () => ({ open }))

  if (!opened) return null
  const OpenDialog = opened.here && loaded.get(opened.name)
  if (OpenDialog) return <OpenDialog {...rest} close={() => closeThat(opened.name)} />
  return (
    <div className="dialog-waiting">
      <Waiting />
    </div>
  )
}
