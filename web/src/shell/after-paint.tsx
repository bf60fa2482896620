import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * What takes long to draw, such as a form of many controls, comes once the frame around it was painted: the press
 * that opened the frame is answered at once, also by a slow phone.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let turn: ReturnType<typeof setTimeout>
    // A frame's callbacks run before it is painted, and what they put off after.
    const frame = requestAnimationFrame(() => {
      turn = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(turn)
    }
  }, [])
  return painted ? children : <div className="after-paint" />
}
