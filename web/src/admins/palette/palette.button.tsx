import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { IconButton } from '@radix-ui/themes'
import { useEffect } from 'react'
import { onDemand, useOnDemand } from '../../components/on-demand.ts'

const palette = onDemand(() => import('./palette.dialog.tsx'))

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl+K opens it on every page, in place of the browser’s own search, but not over a dialog. */
export function PaletteButton() {
  const { Part: Palette, isOpen, setOpen, open, preload } = useOnDemand(palette, { hasTextField: true })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (!document.querySelector('.rt-BaseDialogOverlay')) setOpen(true)
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [setOpen])
  return (
    <>
      <IconButton
        className="palette-button"
        variant="outline"
        color="gray"
        aria-label="Cerca nella console"
        aria-keyshortcuts="Control+K"
        title="Cerca nella console (Ctrl+K)"
        onClick={open}
        {...preload}
      >
        <MagnifyingGlassIcon aria-hidden />
      </IconButton>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}
