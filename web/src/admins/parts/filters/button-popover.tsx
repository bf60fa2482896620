import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { showFocused } from '../../../shell/focus.ts'

export type PopoverState = {
  /** The button exists before this code is loaded, and may have the focus. */
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

type Props = PopoverState & { className: string; label: string; children: ReactNode }

/** On close the button gets the focus, unless the user pressed elsewhere. */
export function ButtonPopover({ button, isOpen, setOpen, className, label, children }: Props) {
  const hasLeft = useRef(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Content
        className={className}
        align="start"
        sideOffset={4}
        collisionPadding={16}
        aria-label={label}
        onFocus={showFocused}
        onInteractOutside={event => {
          // The button closes it itself.
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          else hasLeft.current = true
        }}
        onCloseAutoFocus={event => {
          event.preventDefault()
          if (!hasLeft.current) button.current?.focus()
          hasLeft.current = false
        }}
      >
        {children}
      </Popover.Content>
    </Popover.Root>
  )
}
