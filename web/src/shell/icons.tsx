import type { ReactNode } from 'react'

// Drawn here for the first load: the icon package comes with the pages that need more.
const icon = (drawing: ReactNode) => () => (
  <svg
    aria-hidden="true"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.2"
  >
    {drawing}
  </svg>
)

export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5 13 13M13 3l-1.5 1.5M4.5 11.5 3 13" />
  </>,
)
export const MoonIcon = icon(<path d="M13.5 9.5A6 6 0 1 1 6.5 2.5a4.7 4.7 0 0 0 7 7Z" />)
export const ScreenIcon = icon(<path d="M1.5 2.5h13v9h-13zM5 14.5h6M8 11.5v3" />)
export const MenuIcon = icon(<path d="M1.5 4h13M1.5 8h13M1.5 12h13" />)
export const CrossIcon = icon(<path d="m3 3 10 10M13 3 3 13" />)
