import { useSyncExternalStore } from 'react'

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    listener => {
      const query = matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(media).matches,
    () => false,
  )
}

/** As in the style sheets. */
export const useIsNarrow = () => useMedia('(max-width: 859px)')

/** Browsers say so before they lay out the pages of paper. */
export const useIsPrinted = () => useMedia('print')

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
