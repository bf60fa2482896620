/** What the consent banner's buttons are called. A click on them tells that somebody answered, not that they did anything. */
export const consentWords = {
  accept: 'Accetta',
  refuse: 'Rifiuta',
  close: 'Chiudi e rifiuta',
  more: 'Che cosa conserviamo',
} as const
