import { filteredQuery } from '@tba/events/filters/filter.ts'
import { momentMs } from '@tba/events/moment.ts'
import { noSource, overviewGoals, overviewView } from '@tba/events/overview/views.ts'
import { emptyPeriod, isPeriod } from '@tba/events/period.ts'
import { maxPoints } from '@tba/events/rome-day.ts'
import { visitDevice } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { filtersOf } from '../analytics/filters.ts'
import { text, yesOrNo } from '../console/querystring.ts'
import { findOverview } from './find-overview.ts'

const [from, to] = [momentMs('Data di inizio non valida'), momentMs('Data di fine non valida')]
/** The result has every day of the period. One may have an hour more. */
const maxPeriodMs = maxPoints * 86_400_000 + 3_600_000

const querystring = z
  .strictObject({
    from,
    to,
    compareFrom: from.optional(),
    compareTo: to.optional(),
    page: text('Pagina non valida', 2_048)
      .optional()
      .describe('Solo le visite che hanno visto questo percorso'),
    source: text('Sorgente non valida', 2_048)
      .optional()
      .describe(`Solo le visite arrivate da qui; ${noSource}: quelle di cui nulla lo dice`),
    device: visitDevice.optional(),
    ...filteredQuery,
    registered: yesOrNo.describe('Le visite con una registrazione (true), o senza (false)'),
    goal: z
      .enum(overviewGoals, 'Obiettivo non valido: request, registration o plan')
      .optional()
      .describe('A che cosa convertono le righe degli elenchi; registration se non è detto'),
    order: z
      .enum(['visits', 'conversion'], 'Ordine non valido: visits o conversion')
      .optional()
      .describe('Le righe con più visite, o con più conversione, per prime; visits se non è detto'),
    bots: z.enum(['true', 'false'], 'true oppure false').default('false').describe('true: anche i robot'),
  })
  .refine(isPeriod, emptyPeriod)
  .refine(({ from, to }) => to - from <= maxPeriodMs, {
    message:
      'Il periodo ha più di 3.660 giorni. Scegline uno più breve, o un andamento per settimana o mese.',
    path: ['to'],
  })
  .refine(({ compareFrom, compareTo }) => (compareFrom === undefined) === (compareTo === undefined), {
    message: 'Il confronto ha un inizio e una fine',
    path: ['compareTo'],
  })
  .refine(({ compareFrom, compareTo }) => isPeriod({ from: compareFrom, to: compareTo }), {
    ...emptyPeriod,
    path: ['compareTo'],
  })

/** The overview of a period, and of a second one to compare. */
export function overviewRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)
  const summary = 'Le visite di un periodo in cifre, per giorno, pagina e provenienza'
  const schema = describe(summary, overviewView, { querystring })
  app.get('/api/admin/overview', { schema, ...guarded }, request => {
    const {
      from,
      to,
      compareFrom,
      compareTo,
      goal,
      order,
      bots,
      registered,
      filters = [],
      segment,
      ...values
    } = request.query
    const compared =
      compareFrom === undefined || compareTo === undefined ? null : { fromMs: compareFrom, toMs: compareTo }
    return ask(request, findOverview, {
      fromMs: from,
      toMs: to,
      compared,
      registered,
      segment,
      goal,
      order,
      bots: bots === 'true',
      filters: [...filters, ...filtersOf(values)],
    })
  })
}
