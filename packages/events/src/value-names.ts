/** The words for the values of fields that have few. */
export const valueNames = {
  device: { desktop: 'Computer', mobile: 'Telefono', tablet: 'Tablet' },
  plan: { starter: 'Starter', professional: 'Professional', elite: 'Elite' },
  outcome: {
    lead: 'contatto',
    questionnaire: 'questionario',
    registration: 'registrazione',
    plan: 'piano attivato',
  },
  error: { yes: 'sì' },
} as const

/** Kinds of interactions. Not beside these, which each page of visitors loads. */
export const trackedNames = {
  page_view: 'Pagina vista',
  button_click: 'Clic',
  banner_click: 'Clic sul banner dei cookie',
  scroll: 'Scorrimento',
  time_on_page: 'Tempo sulla pagina',
  error: 'Errore della pagina',
}
