import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DayField } from './day-field.tsx'

function show(set: (day: string) => void) {
  function Field() {
    const [day, setDay] = useState('')
    const change = (next: string) => {
      set(next)
      setDay(next)
    }
    return (
      <label htmlFor="dal">
        Dal giorno
        <DayField id="dal" value={day} set={change} />
      </label>
    )
  }
  render(<Field />)
  return screen.getByLabelText<HTMLInputElement>('Dal giorno')
}

test('A year counts once it is typed whole, and the field keeps its digits until then', () => {
  const days: string[] = []
  const field = show(day => days.push(day))
  field.focus()
  for (const value of ['0002-11-22', '0020-11-22', '0202-11-22', '2026-11-22']) {
    fireEvent.change(field, { target: { value } })
    expect(field.value).toBe(value)
  }
  field.blur()
  expect(days).toEqual(['2026-11-22'])
  expect(field.value).toBe('2026-11-22')
})
