import { lazy, Suspense } from 'react'
import { useAskConsent, useAskingConsent } from './consent.ts'

const ConsentBanner = lazy(() => import('./consent.banner.tsx'))

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
