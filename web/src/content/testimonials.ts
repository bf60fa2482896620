/** Samples, not real people: every place that shows them says so. */
export const testimonials = [
  {
    quote:
      'Guardo il conto la sera, dieci minuti. Anche a luglio, quando il mese si è chiuso in perdita, sapevo quanto stavo rischiando e perché.',
    name: 'Marco R.',
    who: 'Imprenditore, Milano',
    plan: 'Professional',
  },
  {
    quote: 'Ho iniziato con cinquecento euro e con molte domande. Mi hanno risposto a tutte.',
    name: 'Laura B.',
    who: 'Insegnante, Bologna',
    plan: 'Starter',
  },
  {
    quote: 'Lo stop-loss scatta da solo: è la parte che non saprei più fare a mano.',
    name: 'Andrea C.',
    who: 'Ingegnere, Torino',
    plan: 'Elite',
  },
] as const
