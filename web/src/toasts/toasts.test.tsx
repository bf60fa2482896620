import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openPart } from '../testing/render.tsx'
import { useToast } from './toast.ts'
// Loaded before the fake timers: the outlet loads it with the first toast.
import './toasts.tsx'

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast({ title: 'Prima', description: 'La prima notizia' })}>
        uno
      </button>
      <button type="button" onClick={() => toast({ title: 'Seconda' })}>
        due
      </button>
    </>
  )
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

const shown = () => Array.from(document.querySelectorAll('.toast-title'), title => title.textContent)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function press(...names: string[]) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  for (const name of names) await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(shown()).toEqual(['Prima']))
  return user
}

test('A toast stays for five seconds', async () => {
  openPart(<Buttons />)
  await press('uno')
  await pass(4500)
  expect(shown()).toEqual(['Prima'])
  await pass(600)
  expect(shown()).toEqual([])
})

test('One toast shows at a time: the next one waits until the first was readable', async () => {
  openPart(<Buttons />)
  await press('uno', 'due')
  await pass(1000)
  expect(shown()).toEqual(['Prima'])
  await pass(700)
  expect(shown()).toEqual(['Seconda'])
})

test('F8 leads to the toasts, and a focused toast waits', async () => {
  openPart(<Buttons />)
  await press('uno')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(document.activeElement).toBe(document.querySelector('.toast-viewport'))
  await pass(8000)
  expect(shown()).toEqual(['Prima'])
})
