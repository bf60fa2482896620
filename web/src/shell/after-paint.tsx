import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders slow content, such as a form of many controls, only after the frame around it was painted, so that the press
 * that opened it is answered at once even on a slow phone.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let turn: ReturnType<typeof setTimeout>
    // This callback runs before the frame is painted, and the timer after.
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
