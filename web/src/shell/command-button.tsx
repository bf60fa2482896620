import { Button } from '@radix-ui/themes'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

type Props = ComponentProps<typeof Button> & {
  /** The button's command is under way: another press does nothing. */
  busy: boolean
}

/**
 * A button that is disabled while its command is under way. A disabled button loses the focus; it gets it back where the
 * command failed and the focus is nowhere else.
 */
export function CommandButton({ busy, disabled, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const focused = useRef(false)
  useLayoutEffect(() => {
    if (busy) focused.current = document.activeElement === button.current
    else if (focused.current && document.activeElement === document.body) button.current?.focus()
  }, [busy])
  return <Button {...props} ref={button} disabled={busy || disabled} />
}
