import { days, hours } from '../parts/durations.ts'
import { type Draft, type DraftStep, emptyDraft } from './draft.ts'
import { lastDays } from './periods.ts'

const event = (name: string, ...where: DraftStep['where']): DraftStep => ({ event: name, where })
const is = (field: string, value: string) => ({ field, op: 'is', value }) as const

type Example = { name: string; text: string; draft: () => Draft }

/** Ready-made, for a page on which there is nothing yet. */
const examples: readonly Example[] = [
  {
    name: 'Dalla visita al contatto',
    text: 'Chi arriva, chi clicca, chi lascia i propri dati: per visita, entro un’ora.',
    draft: () => ({
      ...emptyDraft(lastDays(30)),
      steps: [
        event('VisitStarted'),
        event('InteractionTracked', is('eventType', 'button_click')),
        event('LeadSubmitted'),
      ],
      windowSeconds: hours,
    }),
  },
  {
    name: 'Dalla registrazione alla configurazione',
    text: 'Chi si registra, attiva un piano e completa tutti i passi: per cliente, entro 30 giorni.',
    draft: () => ({
      ...emptyDraft(lastDays(30)),
      by: 'customer',
      steps: [
        event('AccountRegistered'),
        event('PlanActivated'),
        event('SetupStepCompleted'),
        event('SetupCompleted'),
      ],
      windowSeconds: 30 * days,
    }),
  },
  {
    name: 'Dal primo clic al questionario',
    text: 'Confrontato con il periodo precedente e diviso per dispositivo.',
    draft: () => ({
      ...emptyDraft(lastDays(14)),
      steps: [
        event('VisitStarted'),
        event('InteractionTracked', is('eventType', 'button_click')),
        event('QuestionnaireSubmitted'),
      ],
      windowSeconds: hours,
      compareTo: 'previous',
      breakdown: 'device',
    }),
  },
]

/** What would stand where nothing was built yet, and what makes it. */
export function ExamplesPanel({ take }: { take: (draft: Draft) => void }) {
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Niente da contare, finora</h2>
      <p>
        Qui staranno le barre: quanti arrivano a ogni passo, quanti si perdono, in quanto tempo, e chi sono.
        Scegli i passi, oppure parti da un esempio.
      </p>
      <ul>
        {examples.map(({ name, text, draft }) => (
          <li key={name}>
            <button type="button" className="example" onClick={() => take(draft())}>
              <strong>{name}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
