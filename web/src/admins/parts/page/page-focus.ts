import { useEffect, useRef } from 'react'

/** If nothing has the focus, the page gets it: Tab continues from its start. */
export function focusPage(): void {
  const page = document.querySelector('main')
  if (!page || document.activeElement !== document.body) return
  page.tabIndex = -1
  page.focus({ preventScroll: true })
}

/** When a button with the focus disappears, the page gets the focus. */
export function useFocusLeftTo<Button extends HTMLElement>() {
  const button = useRef<Button>(null)
  useEffect(() => {
    const shown = button.current
    let isFocused = document.activeElement === shown
    const note = () => {
      isFocused = document.activeElement === shown
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      if (isFocused) focusPage()
    }
  }, [])
  return button
}
