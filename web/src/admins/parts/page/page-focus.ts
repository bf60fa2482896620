import { useEffect, useRef } from 'react'

/** If nothing has the focus, the page gets it: Tab continues from its start. */
export function focusPage(): void {
  const page = document.querySelector('main')
  if (!page || document.activeElement !== document.body) return
  page.tabIndex = -1
  page.focus({ preventScroll: true })
}

/** If nothing has the focus, because its row is no more in the list: the list’s first row gets it, else the page. */
export function focusList(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main .data-table button')?.focus()
  focusPage()
}

/** When a button with the focus disappears, or a part that contains it, the page gets the focus. */
export function useFocusPageOnUnmount<Part extends HTMLElement>() {
  const part = useRef<Part>(null)
  useEffect(() => {
    const shown = part.current
    let isFocused = false
    const rememberFocus = () => {
      isFocused = shown?.contains(document.activeElement) ?? false
    }
    rememberFocus()
    document.addEventListener('focusin', rememberFocus)
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      if (isFocused) focusPage()
    }
  }, [])
  return part
}
