import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openApp } from './render.tsx'

/** Replaces the text by pasting, which is faster than typing. */
export async function fill(user: UserEvent, label: string, text: string) {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  await user.click(field)
  field.select()
  await user.paste(text)
}

const answers: ((user: UserEvent) => Promise<void>)[] = [
  async user => {
    await fill(user, 'Nome e cognome', 'Ada Rossi')
    await fill(user, 'Telefono', '333 123')
    await user.click(screen.getByLabelText('26–35'))
  },
  async user => {
    await fill(user, 'Email', 'ada@example.com')
    await fill(user, 'Occupazione', 'Sarta')
    await user.click(screen.getByLabelText('Principiante'))
  },
  async user => {
    await user.click(screen.getByLabelText('1.000–3.000 €'))
    await user.click(screen.getByLabelText('Crescita del capitale'))
    await user.click(screen.getByLabelText('Media'))
  },
  async user => {
    await user.click(screen.getByLabelText('Entro un mese'))
    await fill(user, 'Domande o richieste (facoltativo)', 'Quanto costa?')
  },
]

export const answerStep = (user: UserEvent, step: number) => answers[step - 1]?.(user)

export async function openQuestionnaire(query = '') {
  const user = openApp(`/questionnaire${query}`)
  await screen.findByText('Passo 1 di 4')
  return user
}

/** Answers all four steps. The test presses the last button. */
export async function answerEverything(user: UserEvent) {
  for (const step of [1, 2, 3, 4]) {
    await answerStep(user, step)
    if (step < 4) await user.click(screen.getByRole('button', { name: 'Avanti' }))
  }
}
