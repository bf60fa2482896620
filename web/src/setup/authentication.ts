import type { Progress } from '@tba/events/setup/views.ts'
import { useState } from 'react'
import { useCompleteStep } from './next-step.ts'

/**
 * Saved credentials hand back a licence code, which completes all of step 2 in one call; a code that the customer
 * already has stays theirs. Where that call fails the credentials are saved all the same: `again` repeats it alone.
 */
export function useAuthentication(progress: Progress) {
  const { complete, isMutating } = useCompleteStep('2a')
  const [unused, setUnused] = useState<string | null>(null)
  const { step2_mt4_authenticated, step2_axi_connected, step2_license_key } = progress

  async function authenticated(code: string) {
    if (step2_mt4_authenticated && step2_axi_connected && step2_license_key) return
    const done = await complete({
      step2_mt4_authenticated: true,
      step2_axi_connected: true,
      step2_license_key: step2_license_key ?? code,
    })
    setUnused(done ? null : code)
  }

  const again = unused === null ? undefined : () => authenticated(unused)
  return { authenticated, again, isMutating }
}
