import type { ReactNode } from 'react'

/**
 * What Themes' stylesheets ask of their root element, without its `Theme` component: that brings the
 * positioning of tooltips, 10 KB which the landing page does without. Popups bring it along (`popups.tsx`).
 */
export function PageRoot({ children }: { children: ReactNode }) {
  return (
    <div
      className="radix-themes page"
      data-accent-color="jade"
      data-gray-color="sand"
      data-panel-background="solid"
      data-radius="small"
      data-scaling="100%"
    >
      {children}
    </div>
  )
}
