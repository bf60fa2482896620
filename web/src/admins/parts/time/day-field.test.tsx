import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DayField, parseDay } from './day-field.tsx'

function show(from = '') {
  const days: string[] = []
  function Field() {
    const [day, setDay] = useState(from)
    const change = (next: string) => {
      days.push(next)
      setDay(next)
    }
    return <DayField label="Dal giorno" value={day} set={change} />
  }
  render(<Field />)
  return { days, user: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('Dal giorno') }
}

test.each([
  ['5/11/2026', '2026-11-05'],
  ['05.11.2026', '2026-11-05'],
  ['05112026', '2026-11-05'],
  [' 2026-11-05 ', '2026-11-05'],
  ['', ''],
  ['5/11/202', null],
  ['5/11/0202', null],
  ['31/02/2026', null],
  ['2026-02-31', null],
  ['domani', null],
])('%s is the day %s', (text, day) => expect(parseDay(text)).toBe(day))

test('A day is typed in Italian form and counts once complete', async () => {
  const { days, user, field } = show()
  await user.type(field, '5/11/2026')
  expect(days).toEqual(['2026-11-05'])
  expect(field.value).toBe('5/11/2026')
  await user.tab()
  expect(field.value).toBe('05/11/2026')
})

test('An invalid day stays for correction and changes nothing', async () => {
  const { days, user, field } = show('2026-11-05')
  fireEvent.change(field, { target: { value: '31/02/2026' } })
  await user.tab()
  expect(field.value).toBe('31/02/2026')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(days).toEqual([])
})

test('A day is chosen in an Italian calendar with the keyboard, and the focus returns', async () => {
  const { days, user, field } = show('2026-11-05')
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('grid', { name: 'novembre 2026' })
  const chosen = await screen.findByRole('button', { name: 'giovedì 5 novembre 2026, selezionato' })
  expect(document.activeElement).toBe(chosen)
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  expect(days).toEqual(['2026-11-13'])
  expect(field.value).toBe('13/11/2026')
  expect(screen.queryByRole('grid')).toBeNull()
  const button = screen.getByRole('button', { name: 'Apri il calendario' })
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  await screen.findByRole('grid')
  await user.keyboard('{PageDown}{Escape}')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(days).toHaveLength(1)
})
