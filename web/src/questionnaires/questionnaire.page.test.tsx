import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { answerStep, fill, openQuestionnaire } from '../testing/questionnaires.ts'

const forward = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Avanti' })
const step = (count: number, percent: string) => {
  screen.getByText(`Passo ${count} di 4`)
  screen.getByText(percent)
}

async function toStep(user: UserEvent, wanted: number) {
  for (let current = 1; current < wanted; current += 1) {
    await answerStep(user, current)
    await user.click(forward())
  }
}

/** The answers that each step requires, in the order of the test. */
const wanted: ({ label: string; text: string } | string)[][] = [
  [{ label: 'Nome e cognome', text: 'Ada Rossi' }, { label: 'Telefono', text: '333' }, '65+'],
  [
    { label: 'Email', text: 'ada@example.com' },
    { label: 'Occupazione', text: 'Sarta' },
    'Nessuna esperienza',
  ],
  ['500–1.000 €', 'Diversificazione', 'Bassa'],
  // The questions of this step are optional.
  ['Subito'],
]

test('Each step requires all its answers, without blanks; progress and title follow', async () => {
  const user = await openQuestionnaire()
  expect(document.activeElement).toBe(document.body)
  for (const [at, answers] of wanted.entries()) {
    step(at + 1, `${(at + 1) * 25}%`)
    if (at === 1) expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Che cosa fai' }))
    const next = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Avanti|Completa e)/ })
    for (const answer of answers) {
      expect(next().disabled).toBe(true)
      if (typeof answer === 'string') await user.click(screen.getByLabelText(answer))
      else await fill(user, answer.label, answer.text)
    }
    for (const answer of answers.filter(answer => typeof answer !== 'string')) {
      expect(next().disabled).toBe(false)
      await fill(user, answer.label, '  ')
      expect(next().disabled).toBe(true)
      await fill(user, answer.label, answer.text)
    }
    expect(next().disabled).toBe(false)
    if (at < 3) await user.click(next())
  }
})

test('Text is not checked: an invalid e-mail is accepted', async () => {
  const user = await openQuestionnaire()
  await toStep(user, 2)
  await answerStep(user, 2)
  await fill(user, 'Email', 'non una email')
  await user.click(forward())
  step(3, '75%')
})

test('Going back returns as far as step 1 and keeps the answers', async () => {
  const user = await openQuestionnaire()
  expect(screen.queryByRole('button', { name: 'Indietro' })).toBeNull()
  await toStep(user, 3)
  await user.click(screen.getByRole('button', { name: 'Indietro' }))
  expect(screen.getByLabelText<HTMLInputElement>('Occupazione').value).toBe('Sarta')
  await user.click(screen.getByRole('button', { name: 'Indietro' }))
  step(1, '25%')
  expect(screen.getByLabelText<HTMLInputElement>('26–35').checked).toBe(true)
  expect(screen.queryByRole('button', { name: 'Indietro' })).toBeNull()
})

test('«Ricomincia» asks before it removes the answers', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const user = await openQuestionnaire()
  await answerStep(user, 1)
  const name = screen.getByLabelText<HTMLInputElement>('Nome e cognome')
  await user.click(screen.getByRole('button', { name: 'Ricomincia' }))
  expect(name.value).toBe('Ada Rossi')
  confirm.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Ricomincia' }))
  expect(name.value).toBe('')
  expect(confirm.mock.calls).toEqual([['Cancellare le risposte?'], ['Cancellare le risposte?']])
})

test('The sheet beside the questions shows the answers in words', async () => {
  const user = await openQuestionnaire('?phone=333%201&country=%2B44')
  const sheet = within(screen.getByRole('complementary', { name: 'Il tuo foglio' }))
  sheet.getByText('+44 333 1')
  expect(sheet.getAllByText('da compilare')).toHaveLength(9)
  await user.click(screen.getByLabelText('46–55'))
  sheet.getByText('46–55')
  expect(sheet.getAllByText('da compilare')).toHaveLength(8)
})

test.each([
  ['', '', '+39'],
  ['?phone=333%20123&country=%2B351', '333 123', '+351'],
  // A plus that was not escaped becomes a blank.
  ['?phone=333+123&country=+44', '333 123', '+44'],
  ['?country=+1', '', '+1'],
  ['?country=+999', '', '+39'],
])('The address %j fills in phone %j and code %j', async (query, phone, code) => {
  await openQuestionnaire(query)
  expect(screen.getByLabelText<HTMLInputElement>('Telefono').value).toBe(phone)
  expect(screen.getByLabelText<HTMLSelectElement>('Prefisso').value).toBe(code)
})

test.each([
  ['', 'Completa e Apri WhatsApp'],
  ['?method=whatsapp', 'Completa e Apri WhatsApp'],
  ['?method=call', 'Completa e Chiama'],
  ['?method=demo', 'Prenota Demo Gratuita'],
  ['?method=piccione', 'Completa e Apri WhatsApp'],
  ['?method=toString', 'Completa e Apri WhatsApp'],
])('With %j the last button has the text «%s»', async (query, label) => {
  const user = await openQuestionnaire(query)
  await toStep(user, 4)
  screen.getByRole('button', { name: label })
})
