import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { useEffect } from 'react'
import { onDemand, useOnDemand } from '../../components/on-demand.ts'
import './palette.button.css'

const palette = onDemand(() => import('./palette.dialog.tsx'))
const missing = 'La ricerca non si è caricata: controlla la connessione e riprova.'

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** ⌘K; Ctrl-K except on Apple, where it is a command of text fields. */
const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && (metaKey || (ctrlKey && !isApple()))

export function PaletteButton() {
  const { Part: Palette, isOpen, setOpen, open, early } = useOnDemand(palette, { isTypedInto: true, missing })
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (!isShortcut(event) || event.repeat) return
      event.preventDefault()
      setOpen(!isOpen)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOpen, setOpen])

  return (
    <>
      <Button
        variant="outline"
        color="gray"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        {...early}
      >
        <MagnifyingGlassIcon aria-hidden />
        <span className="palette-word">Cerca</span>
        <kbd aria-hidden>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}
