import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { funnelFields, funnelResult, insteadView } from '@tba/events/funnels/views.ts'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { consoleAsk, consoleCall } from '../console-call.ts'

const path = '/api/admin/funnels'

/** As it is: what was counted once for a position stays true, and what is newer is asked for by a press. */
const asItWas = { keepPreviousData: false, revalidateIfStale: false, shouldRetryOnError: false }

/** What the server counts for a definition; null: nothing is asked. What is no longer asked is given up. */
export function useRun(definition: FunnelDefinition | null) {
  const asked = definition && JSON.stringify(definition)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])
  return useSWR(
    asked === null ? null : ['run', asked],
    async () => {
      underWay.current?.abort()
      underWay.current = new AbortController()
      const answer = await consoleAsk(`${path}/run`, asked, underWay.current.signal)
      return { result: funnelResult.parse(answer), readAt: new Date() }
    },
    asItWas,
  )
}

/** What those did who reached a step and not the next one; null: nobody asks. */
export function useInstead(definition: FunnelDefinition, step: number | null) {
  const asked = step === null ? null : JSON.stringify({ ...definition, step })
  return useSWR(
    asked === null ? null : ['instead', asked],
    async () => insteadView.parse(await consoleAsk(`${path}/instead`, asked)),
    asItWas,
  )
}

/** What steps may ask about; the builder does without it where it does not come. */
export const useFunnelFields = () =>
  useSWR(`${path}/fields`, async address => funnelFields.parse(await consoleCall('GET', address)), {
    revalidateIfStale: false,
  })
