import { act, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { onDemand, useOnDemand } from '../../../components/on-demand.ts'
import { openPart } from '../../../testing/render.tsx'
import { ButtonPopover, type PopoverState } from './button-popover.tsx'

const Choices = (opened: PopoverState) => (
  <ButtonPopover {...opened} className="" label="Scelte">
    <input aria-label="Cerca" />
  </ButtonPopover>
)

/** A button whose choices are code that `load` returns. */
function openButton(load: () => Promise<{ default: typeof Choices }>, options = {}) {
  const code = onDemand(load)
  function Part() {
    const button = useRef<HTMLButtonElement>(null)
    const { Part: Menu, isOpen, setOpen, open, preload } = useOnDemand(code, options)
    return (
      <>
        <button ref={button} type="button" onClick={() => (isOpen ? setOpen(false) : open())} {...preload}>
          Filtra
        </button>
        <button type="button">Altro</button>
        {Menu && <Menu button={button} isOpen={isOpen} setOpen={setOpen} />}
      </>
    )
  }
  const user = openPart(<Part />)
  return { user, button: screen.getByRole('button', { name: 'Filtra' }) }
}

const field = () => screen.findByLabelText('Cerca')
const isClosed = () => expect(screen.queryByLabelText('Cerca')).toBeNull()

test('Code that fails to load shows a toast and is loaded again at the next press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn().mockRejectedValue(new Error('offline'))
  const { user, button } = openButton(load)
  await user.hover(button)
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByText('Errore')).toBeNull()
  await user.click(button)
  await screen.findByText(/^Non si è aperto: controlla la connessione e premi di nuovo/)
  screen.getByRole('button', { name: 'Ricarica la pagina' })
  isClosed()
  load.mockResolvedValue({ default: Choices })
  await user.click(button)
  expect(document.activeElement).toBe(await field())
})

test('Choices load once when the pointer is over the button, which keeps the focus', async () => {
  const load = vi.fn(async () => ({ default: Choices }))
  const { user, button } = openButton(load)
  expect(load).not.toHaveBeenCalled()
  await user.tab()
  await user.hover(button)
  expect(document.activeElement).toBe(button)
  isClosed()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await field())
  await user.keyboard('{Escape}')
  isClosed()
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await field()
  expect(load).toHaveBeenCalledOnce()
})

test('A menu with a text field loads early: no typed letter is lost', async () => {
  const load = vi.fn(async () => ({ default: Choices }))
  const { button } = openButton(load, { hasTextField: true })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  isClosed()
  act(() => button.focus())
  act(() => button.click())
  expect(document.activeElement).toBe(screen.getByLabelText('Cerca'))
})
