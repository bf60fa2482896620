import { act, renderHook } from '@testing-library/react'
import { Provider } from 'jotai'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { useHidePlanMessage, usePlanMessage, usePresentPlanMessage } from './plan-banner.tsx'

test('A press on the painted page, before its mount was noted, hides the banner for good', async () => {
  const { result } = renderHook(
    () => {
      const hide = useHidePlanMessage()
      usePresentPlanMessage()
      // Before any effect of the mount.
      useLayoutEffect(() => hide(), [hide])
      return usePlanMessage()
    },
    { wrapper: Provider },
  )
  await act(async () => {})
  expect(result.current).toBe(false)
})
