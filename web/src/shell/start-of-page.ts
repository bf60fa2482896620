import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new screen starts at its top, or at the section that its address names; going back keeps the place. */
export function useStartOfPage() {
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what makes a screen new.
  useEffect(() => {
    const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (section) section.scrollIntoView()
    else if (navigation === 'PUSH') window.scrollTo(0, 0)
  }, [pathname, hash, navigation])
}
