import { useEffect, useRef } from 'react'

/** The room as a whole has the focus, where nothing else has it: the keyboard goes on from its beginning. */
export function focusRoom(): void {
  const room = document.querySelector('main')
  if (!room || document.activeElement !== document.body) return
  room.tabIndex = -1
  room.focus({ preventScroll: true })
}

/** For a button that goes away with what it did: the focus that it had stays in the room. */
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
      if (isFocused) focusRoom()
    }
  }, [])
  return button
}
