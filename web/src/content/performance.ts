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
