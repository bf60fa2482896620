import type { ButtonProps } from '@radix-ui/themes'
import { useState } from 'react'
import { CommandButton } from './command-button.tsx'

/** Loads again what could not be loaded, once at a time. */
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
