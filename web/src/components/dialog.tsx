import { Cross2Icon } from '@radix-ui/react-icons'
import { IconButton, Theme, Dialog as Themes } from '@radix-ui/themes'
import type { ReactNode } from 'react'
import { showFocused, useReturnFocus } from '../shell/focus.ts'
import { Part } from '../shell/page-states.tsx'
import '../shell/look/dialog.css'

type Props = { title: string; text: string; close: () => void; wide?: boolean; children: ReactNode }

/** An open dialog: mounted when it is needed, closed by cross, Escape or a click outside. */
export function Dialog({ title, text, close, wide, children }: Props) {
  const returnFocus = useReturnFocus()
  const look = wide ? 'dialog dialog-wide' : 'dialog'
  return (
    <Popups>
      <Themes.Root open onOpenChange={open => open || close()}>
        <Themes.Content className={look} onFocus={showFocused} onCloseAutoFocus={returnFocus}>
          <header className="dialog-header">
            <Themes.Title as="h2">{title}</Themes.Title>
            <Themes.Close>
              <IconButton variant="ghost" color="gray" size="3" aria-label="Chiudi">
                <Cross2Icon aria-hidden width={18} height={18} />
              </IconButton>
            </Themes.Close>
          </header>
          <Themes.Description className="dialog-text">{text}</Themes.Description>
          <Part>{children}</Part>
        </Themes.Content>
      </Themes.Root>
    </Popups>
  )
}

/** Themes' dialogs, selects and menus open outside the page's root and need a `Theme` around them. */
export const Popups = ({ children }: { children: ReactNode }) => (
  <Theme
    className="popups"
    accentColor="jade"
    grayColor="sand"
    panelBackground="solid"
    radius="small"
    hasBackground={false}
  >
    {children}
  </Theme>
)
