import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useToast } from '../../shell/toast.ts'
import './palette.button.css'

const load = () => import('./palette.dialog.tsx')

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** ⌘K, or Ctrl-K where that is no command of text fields. */
const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && (metaKey || (ctrlKey && !isApple()))

/** Opens the palette by a press or the shortcut. Its code is fetched while nothing else happens. */
export function PaletteButton() {
  const toast = useToast()
  const [Palette, setPalette] = useState<ComponentType<{ close: () => void }> | null>(null)
  const [isOpen, setOpen] = useState(false)

  const ready = useCallback(async () => {
    const loaded = await load()
    setPalette(() => loaded.default)
  }, [])
  const open = useCallback(async () => {
    setOpen(true)
    try {
      await ready()
    } catch {
      setOpen(false)
      const description = 'La ricerca non si è caricata: controlla la connessione e riprova.'
      toast({ title: 'Errore', description, destructive: true })
    }
  }, [ready, toast])

  useEffect(() => {
    // Where it fails, it is told once somebody wants it.
    const timer = setTimeout(() => ready().catch(() => undefined), 500)
    return () => clearTimeout(timer)
  }, [ready])
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (!isShortcut(event) || event.repeat) return
      event.preventDefault()
      if (isOpen) setOpen(false)
      else open()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOpen, open])

  return (
    <>
      <Button
        variant="outline"
        color="gray"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <MagnifyingGlassIcon aria-hidden />
        <span className="palette-word">Cerca</span>
        <kbd aria-hidden>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}
