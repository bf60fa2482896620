import { Theme } from '@radix-ui/themes'
import type { ReactNode } from 'react'

/** Themes' dialogs, selects and menus open outside the page's root and ask for a `Theme` around them. */
export function Popups({ children }: { children: ReactNode }) {
  return (
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
}
