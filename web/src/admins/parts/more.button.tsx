import { Button } from '@radix-ui/themes'
import { useEffect, useRef, useState } from 'react'

type Props = {
  /** What it says. */
  label: string
  isBusy: boolean
  isWhole: boolean
  more: () => unknown
}

/**
 * Below a list that comes page by page. It keeps the focus while a page comes; after the last one its place says that it was
 * the last, and has the focus instead.
 */
export function MoreButton({ label, isBusy, isWhole, more }: Props) {
  const [isPressed, setPressed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isPressed && isWhole && document.activeElement === document.body) end.current?.focus()
  }, [isPressed, isWhole])
  if (isWhole)
    return isPressed ? (
      <p ref={end} tabIndex={-1} className="quiet">
        L’elenco è completo.
      </p>
    ) : null
  return (
    <Button
      variant="outline"
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return
        setPressed(true)
        more()
      }}
    >
      {isBusy ? 'Caricamento...' : label}
    </Button>
  )
}
