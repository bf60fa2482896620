import { type ComponentType, lazy, Suspense } from 'react'
import { useAskConsent, useAskingConsent } from './consent.ts'

// Where it does not load, nobody is asked, so that nothing counts as agreed to.
const ConsentBanner = lazy<ComponentType>(() =>
  import('./consent.banner.tsx').catch(() => ({ default: () => null })),
)

/** The banner's code comes only to those who are asked. */
export function ConsentOutlet() {
  useAskConsent()
  const asking = useAskingConsent()
  if (asking === null || asking === 'no') return null
  return (
    <Suspense fallback={null}>
      <ConsentBanner />
    </Suspense>
  )
}
