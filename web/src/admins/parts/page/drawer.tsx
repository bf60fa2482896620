import { Cross2Icon } from '@radix-ui/react-icons'
import { IconButton } from '@radix-ui/themes'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { showFocused, useReturnFocus } from '../../../shell/focus.ts'
import { focusList } from './page-focus.ts'
import './drawer.css'

type Props = { title: string; actions?: ReactNode; close: () => void; children: ReactNode }

/** Beside the list, which stays usable. Escape closes it, and the focus returns. */
export function Drawer({ title, actions, close, children }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open modal={false} onOpenChange={open => open || close()}>
      <Dialog.Content
        className="drawer"
        aria-describedby={undefined}
        onInteractOutside={event => event.preventDefault()}
        onFocus={showFocused}
        onCloseAutoFocus={event => {
          returnFocus(event)
          focusList()
        }}
      >
        <header className="drawer-header">
          <Dialog.Title>{title}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton variant="ghost" color="gray" size="3" aria-label="Chiudi">
              <Cross2Icon aria-hidden width={18} height={18} />
            </IconButton>
          </Dialog.Close>
          {actions}
        </header>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  )
}
