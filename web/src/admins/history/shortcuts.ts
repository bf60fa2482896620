import { useEffect, useRef } from 'react'

/** `false`: the key was not used. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>

const fields = 'input, textarea, select, [contenteditable], [role="combobox"]'
/** Elements that use Enter and Space themselves. */
const pressed = 'a, button, summary, [role="switch"], [role="option"]'
const over = '[role="dialog"]:not(.drawer), [role="menu"], [role="listbox"], [role="alertdialog"]'

/** Keys of the page, except in fields, menus and dialogs. */
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
