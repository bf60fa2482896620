import { useEffect, useRef } from 'react'

/** What a key does; `false`: it is not the page's this time. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>

const fields = 'input, textarea, select, [contenteditable], [role="combobox"]'
/** What Enter and the space bar press by themselves. */
const pressed = 'a, button, summary, [role="switch"], [role="option"]'
/** Over the page: its keys are its own. */
const over = '[role="dialog"]:not(.drawer), [role="menu"], [role="listbox"], [role="alertdialog"]'

/** The page's keys, pressed anywhere in it but where somebody types or where a key has another meaning. */
export function useShortcuts(shortcuts: Shortcuts) {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return
      if (!Object.hasOwn(current.current, key)) return
      if (target instanceof Element) {
        if (target.closest(fields) || target.closest(over) || document.querySelector('.rt-BaseDialogOverlay'))
          return
        if ((key === 'Enter' || key === ' ') && target.closest(pressed)) return
      }
      if (current.current[key]?.(event) !== false) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
