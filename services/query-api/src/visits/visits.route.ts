import type { Position } from '@tba/event-store/port.ts'
import { visitId } from '@tba/events/tracking/commands.ts'
import { visitDetail, visitDevice, visitList } from '@tba/events/visits/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute, copyRouteSchema } from '../analytics/copy-route.ts'
import { pageEndCursor, pageEndIn, period, text, yesOrNo } from '../history/querystring.ts'
import { cursorOf, keyIn, keyset, positionKey } from '../keyset.ts'

const value = text('Valore non valido', 2_048).optional()

/** The filters of the list. */
const querystring = z.strictObject({
  ...{ ...keyset, ...period },
  page: text('Pagina non valida', 2_048).optional().describe('Un indirizzo, o solo il suo percorso'),
  referrer: text('Provenienza non valida', 2_048).optional().describe('Il sito da cui la visita è arrivata'),
  device: visitDevice.optional(),
  source: value.describe('Come nella panoramica: utm_source, altrimenti il sito di provenienza'),
  viewed: value.describe('Come nella panoramica: il percorso di una pagina vista'),
  campaign: value.describe('utm_campaign della prima pagina che ne nomina una'),
  entry: value.describe('Il percorso della prima pagina vista'),
  exit: value.describe('Il percorso dell’ultima pagina vista'),
  browser: value,
  system: value,
  converted: yesOrNo,
  registered: yesOrNo.describe('Come nella panoramica: con una registrazione, o senza'),
  bots: z
    .enum(['true', 'false', 'only'], 'true, false oppure only')
    .default('true')
    .describe('true (anche senza dirlo): anche i robot, segnalati; false: senza i robot; only: solo i robot'),
})

/** The visits, newest first, and one visit with its events in log order. Sealed fields stay sealed. */
export function visitsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, onRequest } = copyRoute(asks)

  const schema = copyRouteSchema('Le visite, dalla più recente, cercate e filtrate', visitList, {
    querystring,
  })
  app.get('/api/admin/visits', { schema, onRequest }, async request => {
    const { cursor, ...query } = request.query
    const { visits, next } = await ask(request, 'visits', { ...query, after: pageEndIn(cursor) })
    return { visits, next: pageEndCursor(next) }
  })

  const one = copyRouteSchema('Una visita e tutti i suoi eventi, nell’ordine del registro', visitDetail, {
    params: z.object({ id: z.string() }),
    querystring: z.strictObject({ cursor: keyset.cursor }),
  })
  app.get('/api/admin/visits/:id', { schema: one, onRequest }, async request => {
    const { id } = request.params
    const [after = null] = (keyIn(request.query.cursor, positionKey) ?? []) as [Position?]
    const found = visitId.safeParse(id).success ? await ask(request, 'visit', { id, after }) : null
    if (!found) throw new HttpFailure(404, 'Visita non trovata')
    return { ...found, next: found.next && cursorOf([found.next]) }
  })
}
