import { act, renderHook } from '@testing-library/react'
import { useTypedFilter } from './filters.ts'

test('Text typed while the address still changes is kept, and a link replaces it', async () => {
  vi.useFakeTimers()
  const set = vi.fn()
  const field = renderHook(({ inAddress }) => useTypedFilter({ get: () => inAddress, set }, 'q'), {
    initialProps: { inAddress: '' },
  })
  const type = (text: string) => act(() => field.result.current[1](text))
  type('ma')
  act(() => void vi.advanceTimersByTime(200))
  expect(set).toHaveBeenLastCalledWith('q', 'ma')
  type('mario')
  field.rerender({ inAddress: 'ma' })
  expect(field.result.current[0]).toBe('mario')
  act(() => void vi.advanceTimersByTime(200))
  expect(set).toHaveBeenLastCalledWith('q', 'mario')
  field.rerender({ inAddress: 'mario' })
  field.rerender({ inAddress: 'anna' })
  expect(field.result.current[0]).toBe('anna')
})
