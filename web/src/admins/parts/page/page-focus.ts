import { useEffect, useRef } from 'react'

/** The page as a whole has the focus, where nothing else has it: the keyboard goes on from its beginning. */
export function focusPage(): void {
  const page = document.querySelector('main')
  if (!page || document.activeElement !== document.body) return
  page.tabIndex = -1
  page.focus({ preventScroll: true })
}

/** For a button that goes away with what it did: the focus that it had stays in the page. */
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
