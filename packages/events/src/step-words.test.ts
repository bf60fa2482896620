import { stepName } from './step-words.ts'

test.each([
  [{ event: 'LeadSubmitted' }, 'Contatto inviato'],
  [{ event: 'Unknown' }, 'Unknown'],
  [{ event: 'toString' }, 'toString'],
  [
    { event: 'LeadSubmitted', where: [{ field: 'depositEuro', op: 'gt' as const, value: 100 }] },
    'Contatto inviato · Deposito in euro è più di «100»',
  ],
  [
    {
      event: 'InteractionTracked',
      where: [
        { field: 'eventType', op: 'is' as const, value: 'button_click' },
        { field: 'elementText', op: 'contains' as const, value: 'Inizia' },
      ],
    },
    'Clic · Testo dell’elemento contiene «Inizia»',
  ],
  [
    { event: 'InteractionTracked', where: [{ field: 'eventType', op: 'isNot' as const, value: 'scroll' }] },
    'Interazione · Tipo di interazione non è «Scorrimento»',
  ],
  [
    { event: 'PlanActivated', where: [{ field: 'plan', op: 'is' as const, value: 'elite' }] },
    'Piano attivato · Piano è «Elite»',
  ],
  [
    { event: 'X', where: [{ field: 'ignoto', op: 'startsWith' as const, value: 'a' }] },
    'X · ignoto comincia con «a»',
  ],
])('the step %j is called «%s»', (step, name) => expect(stepName(step)).toBe(name))
