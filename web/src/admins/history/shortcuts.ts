import { useEffect, useEffectEvent } from 'react'

const fields = 'input, textarea, select, [contenteditable], [role="combobox"]'
/** Elements that use Enter themselves. */
const enterTargets = 'a, button, summary, [role="switch"], [role="option"]'
const overlays = '[role="dialog"]:not(.drawer), [role="menu"], [role="listbox"], [role="alertdialog"]'

/** Keys of the page, except in fields, menus and dialogs. */
export function useShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (!shortcut || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element) {
      if (target.closest(fields) || target.closest(overlays)) return
      if (document.querySelector('.rt-BaseDialogOverlay')) return
      if (key === 'Enter' && target.closest(enterTargets)) return
    }
    shortcut(event)
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
