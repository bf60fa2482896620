import { screen, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { faq } from '../content/faq.ts'
import { serveVisitor } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { Closing, Faq } from './faq.tsx'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function open() {
  serveVisitor()
  return openPart(
    <>
      <Faq />
      <Closing />
      <Address />
    </>,
  )
}

const question = (number: number) => screen.getByRole('button', { name: faq[number]?.question ?? '' })
const answers = () => faq.filter(({ answer }) => screen.getByText(answer).closest('[hidden]') === null)
const address = () => screen.getByRole('status').textContent
const closing = () => within(screen.getByRole('region', { name: 'Parliamone prima che tu decida.' }))
const contact = () => within(document.querySelector('.faq-contact') as HTMLElement)

test('One answer is open at a time, and a second click closes it', async () => {
  const user = open()
  expect(answers()).toEqual([])
  await user.click(question(0))
  expect(answers()).toEqual([faq[0]])
  await user.click(question(2))
  expect(answers()).toEqual([faq[2]])
  expect(question(0).getAttribute('aria-expanded')).toBe('false')
  await user.click(question(2))
  expect(answers()).toEqual([])
})

test('The contact box opens and closes independently of the answers', async () => {
  const user = open()
  await user.click(question(1))
  for (const shown of [1, 0]) {
    await user.click(contact().getByRole('button', { name: 'Contattaci' }))
    expect(contact().queryAllByRole('button', { name: 'WhatsApp' })).toHaveLength(shown)
    expect(answers()).toEqual([faq[1]])
  }
})

test.each([
  ['WhatsApp', 'whatsapp'],
  ['Chiamata', 'call'],
  ['Demo', 'demo'],
])('%s in the contact box needs a number, and passes it on with its dial code', async (name, method) => {
  const user = open()
  await user.click(contact().getByRole('button', { name: 'Contattaci' }))
  const button = contact().getByRole('button', { name })
  expect(button).toHaveProperty('disabled', true)
  await user.type(contact().getByLabelText('Telefono'), '   ')
  expect(button).toHaveProperty('disabled', true)
  await user.type(contact().getByLabelText('Telefono'), '3331234567')
  await user.click(button)
  expect(address()).toBe(`/questionnaire?method=${method}&phone=3331234567&country=%2B39`)
})

test.each([
  ['Scrivici su WhatsApp', 'whatsapp'],
  ['Richiedi una chiamata', 'call'],
])('%s in the closing section needs a number, and passes it on with its dial code', async (name, method) => {
  const user = open()
  const button = closing().getByRole('button', { name })
  expect(button).toHaveProperty('disabled', true)
  await user.selectOptions(closing().getByLabelText('Prefisso'), '+351')
  await user.type(closing().getByLabelText('Telefono'), '912345678')
  await user.click(button)
  expect(address()).toBe(`/questionnaire?method=${method}&phone=912345678&country=%2B351`)
})

test('The closing section’s demo passes on no number, even if one was typed', async () => {
  const user = open()
  await user.type(closing().getByLabelText('Telefono'), '912345678')
  await user.click(closing().getByRole('link', { name: 'Prenota una demo' }))
  expect(address()).toBe('/questionnaire?method=demo')
})

test('The FAQ and the closing section offer the same twelve dial codes', async () => {
  const user = open()
  await user.click(contact().getByRole('button', { name: 'Contattaci' }))
  const twelve = ['+39', '+1', '+44', '+33', '+49', '+34', '+41', '+43', '+31', '+32', '+351', '+30']
  for (const form of [contact(), closing()]) {
    expect(form.getAllByRole('option').map(option => (option as HTMLOptionElement).value)).toEqual(twelve)
    expect(form.getByLabelText('Prefisso')).toHaveProperty('value', '+39')
  }
})
