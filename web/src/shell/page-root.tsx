import type { ReactNode } from 'react'

/**
 * The root element that Themes' stylesheets need, without its `Theme` component, whose positioning of tooltips would add
 * 10 KB to the landing page. Popups load that (`popups.tsx`).
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
