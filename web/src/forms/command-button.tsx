import { Button, type ButtonProps } from '@radix-ui/themes'
import { useLayoutEffect, useRef, useState } from 'react'

/** Disabled while its command runs. A button loses the focus then, and gets it back if the focus is nowhere else. */
export function CommandButton({ busy, disabled, ...props }: ButtonProps & { busy: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const focused = useRef(false)
  useLayoutEffect(() => {
    if (busy) focused.current = document.activeElement === button.current
    else if (focused.current && document.activeElement === document.body) button.current?.focus()
  }, [busy])
  return <Button {...props} ref={button} disabled={busy || disabled} />
}

/** Loads again what could not be loaded. */
export function RetryButton({ retry, ...props }: ButtonProps & { retry: () => unknown }) {
  const [busy, setBusy] = useState(false)
  async function again() {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  return (
    <CommandButton {...props} busy={busy} onClick={again}>
      Riprova
    </CommandButton>
  )
}
