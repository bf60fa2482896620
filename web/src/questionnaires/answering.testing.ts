import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openApp } from '../testing/render.tsx'

const answers: ((user: UserEvent) => Promise<void>)[] = [
  async user => {
    await user.type(screen.getByLabelText('Nome e cognome'), 'Ada Rossi')
    await user.clear(screen.getByLabelText('Telefono'))
    await user.type(screen.getByLabelText('Telefono'), '333 123')
    await user.click(screen.getByLabelText('26–35'))
  },
  async user => {
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Occupazione'), 'Sarta')
    await user.click(screen.getByLabelText('Principiante'))
  },
  async user => {
    await user.click(screen.getByLabelText('1.000–3.000 €'))
    await user.click(screen.getByLabelText('Crescita del capitale'))
    await user.click(screen.getByLabelText('Media'))
  },
  async user => {
    await user.click(screen.getByLabelText('Entro un mese'))
    await user.type(screen.getByLabelText('Domande o richieste (facoltativo)'), 'Quanto costa?')
  },
]

export const answerStep = (user: UserEvent, step: number) => answers[step - 1]?.(user)

export async function openQuestionnaire(query = '') {
  const user = openApp(`/questionnaire${query}`)
  await screen.findByText('Passo 1 di 4')
  return user
}

/** Answers all four steps; the last button is left to the test. */
export async function answerEverything(user: UserEvent) {
  for (const step of [1, 2, 3, 4]) {
    await answerStep(user, step)
    if (step < 4) await user.click(screen.getByRole('button', { name: 'Avanti' }))
  }
}
