/** The labels of the consent banner's buttons. A click on them is an answer, not an action. */
export const consentWords = {
  accept: 'Accetta',
  refuse: 'Rifiuta',
  close: 'Chiudi e rifiuta',
  more: 'Che cosa conserviamo',
} as const
