import { useState, useSyncExternalStore } from 'react'

let isPressed = false
const hear = new Set<() => void>()

function setPressed(now: boolean) {
  isPressed = now
  for (const tell of hear) tell()
}

const start = () => setPressed(true)
// After the click that belongs to it.
const end = () => setTimeout(setPressed, 0, false)

const starts = ['pointerdown', 'mousedown'] as const
const ends = ['pointerup', 'pointercancel', 'mouseup', 'dragend'] as const

function subscribe(tell: () => void) {
  if (hear.size === 0) {
    for (const type of starts) addEventListener(type, start, true)
    for (const type of ends) addEventListener(type, end, true)
  }
  hear.add(tell)
  return () => {
    hear.delete(tell)
    if (hear.size > 0) return
    for (const type of starts) removeEventListener(type, start, true)
    for (const type of ends) removeEventListener(type, end, true)
    isPressed = false
  }
}

/**
 * The value, but as it was while a pointer is down: a press takes the focus from a field, whose check may show an error,
 * and this would move a button from under the pointer.
 */
export function useBetweenPresses<Value>(value: Value): Value {
  const pressed = useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  )
  const [shown, setShown] = useState(value)
  if (!pressed && shown !== value) setShown(value)
  return pressed ? shown : value
}
