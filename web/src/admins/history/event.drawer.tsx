import { hasStatus } from '../../shell/http.ts'
import { CopyButton } from '../parts/controls.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { ExportEvents } from '../parts/export-events.tsx'
import { eventAddress } from '../parts/links.tsx'
import { ViewState } from '../parts/view-state.tsx'
import { EventMetadata, type Only } from './event-metadata.tsx'
import { EventTree } from './event-tree.tsx'
import { useEventDetail } from './history-data.ts'
import { SealableData } from './sealable-data.tsx'
import './event.drawer.css'

type Props = { id: string; close: () => void; walk: (id: string) => void; only: Only }

const queryOf = (filter: Record<string, string>) => new URLSearchParams(filter).toString()

/** One event: what it says, what caused it and what it caused, and where it stands. */
export function EventDrawer({ id, close, walk, only }: Props) {
  const answer = useEventDetail(id)
  const detail = answer.data
  return (
    <Drawer title={detail ? eventName(detail.event.type) : 'Evento'} close={close}>
      <div className="event-drawer">
        {detail && (
          <>
            <p className="event-drawer-type">
              <span className="mono">{detail.event.type}</span>
              <CopyButton
                text={`${location.origin}${eventAddress(id)}`}
                label="Copia l’indirizzo"
                done="Indirizzo copiato"
                failed="Indirizzo non copiato"
              />
              <ExportEvents query={queryOf({ q: id })} note="Questo evento." />
            </p>
            <SealableData key={id} event={detail.event} />
            <EventTree {...detail} walk={walk} />
            <EventMetadata event={detail.event} only={only} />
          </>
        )}
        {hasStatus(answer.error, 400, 404) && (
          <p className="quiet" role="status">
            Questo evento non c’è: l’indirizzo è sbagliato, oppure la sua visita è scaduta ed è stata
            cancellata.
          </p>
        )}
        {!detail && !hasStatus(answer.error, 400, 404) && <ViewState answer={answer} />}
      </div>
    </Drawer>
  )
}
