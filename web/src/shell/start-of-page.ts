import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { scrollToSection } from '../landing/scroll-to.ts'

/**
 * Scrolls a new screen to its top, or to the section in its URL; going back keeps the position. Another section of the
 * same screen is scrolled to, also when the same link is chosen again.
 */
export function useStartOfPage() {
  const { pathname, hash, key } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes each choice of a link a new one.
  useEffect(() => {
    const isNew = shown.current !== pathname
    shown.current = pathname
    const id = hash.slice(1)
    if (id && !isNew) scrollToSection(id)
    else if (id) document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
    else if (isNew && navigation === 'PUSH') window.scrollTo(0, 0)
  }, [pathname, hash, key, navigation])
}
