import { useEffect, useEffectEvent } from 'react'

const fields = 'input, textarea, select, [contenteditable], [role="combobox"]'
/** Elements that use Enter themselves. */
const pressed = 'a, button, summary, [role="switch"], [role="option"]'
const over = '[role="dialog"]:not(.drawer), [role="menu"], [role="listbox"], [role="alertdialog"]'

/** Keys of the page, except in fields, menus and dialogs. */
export function useShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (!shortcut || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element) {
      if (target.closest(fields) || target.closest(over)) return
      if (document.querySelector('.rt-BaseDialogOverlay')) return
      if (key === 'Enter' && target.closest(pressed)) return
    }
    shortcut(event)
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
