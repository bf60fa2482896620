/** Claims and sample figures, never live data: every place that shows them says 'Dati illustrativi'. */

export const claims = [
  ['Operazioni riuscite', '94,2%'],
  ['Profitti generati', '2,8 mln €'],
  ['ROI medio mensile', '15,6%'],
  ['Clienti attivi', '1.847'],
] as const

export type SampleMonth = { month: string; returnPercent: number; drawdownPercent: number }

/** A year of a sample account. The returns average the claimed 15,6%; two months lose, as months do. */
export const sampleYear: SampleMonth[] = [
  { month: 'gennaio', returnPercent: 18.4, drawdownPercent: 3.8 },
  { month: 'febbraio', returnPercent: 21.2, drawdownPercent: 2.9 },
  { month: 'marzo', returnPercent: -5.1, drawdownPercent: 6.4 },
  { month: 'aprile', returnPercent: 24.3, drawdownPercent: 4.1 },
  { month: 'maggio', returnPercent: 16.8, drawdownPercent: 3.3 },
  { month: 'giugno', returnPercent: 19.9, drawdownPercent: 5.2 },
  { month: 'luglio', returnPercent: -7.1, drawdownPercent: 8.3 },
  { month: 'agosto', returnPercent: 23.6, drawdownPercent: 4.6 },
  { month: 'settembre', returnPercent: 20.5, drawdownPercent: 3.9 },
  { month: 'ottobre', returnPercent: 17.1, drawdownPercent: 5 },
  { month: 'novembre', returnPercent: 18.2, drawdownPercent: 4.4 },
  { month: 'dicembre', returnPercent: 19.4, drawdownPercent: 3.6 },
]

/** The return of a sample account in percent, hour by hour from 8 to 18: always shown as 'Dati illustrativi'. */
export const sampleDay = [0, 0.3, 0.7, 0.5, 1.6, 0.6, -0.5, 0.2, 0.9, 0.8, 1.4]

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
