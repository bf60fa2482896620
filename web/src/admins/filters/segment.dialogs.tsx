import { saveSegment } from '@tba/events/filters/commands.ts'
import type { Filter, Filtered } from '@tba/events/filters/filter.ts'
import { NameDialog, RemoveDialog } from '../parts/page/dialogs.tsx'
import { deleteSegment, type Segment, writeSegment } from './segments-data.ts'
import { filterText } from './words.ts'

type Props = {
  dialog: 'save' | 'delete'
  picked: Segment | undefined
  all: readonly Segment[]
  /** With those of the picked one. */
  filters: Filter[]
  saved: (segment: NonNullable<Filtered['segment']>) => Promise<unknown>
  deleted: () => Promise<unknown>
  close: () => void
}

export default function SegmentDialogs({ dialog, picked, all, filters, saved, deleted, close }: Props) {
  if (dialog === 'delete')
    return picked ? (
      <RemoveDialog
        words={{
          title: 'Elimina il segmento',
          text: `«${picked.name}» non sarà più elencato per nessuno. Un indirizzo che lo nomina continua a valere.`,
          done: 'Segmento eliminato',
          failed: 'Segmento non eliminato: riprova.',
        }}
        remove={() => deleteSegment(picked.id)}
        removed={deleted}
        close={close}
      />
    ) : null
  return (
    <NameDialog
      words={{
        title: 'Salva come segmento',
        text: 'Lo trova chiunque usi la console, su ogni pagina con questi filtri.',
        taken: 'Un altro segmento si chiama già così',
        replaces:
          'Esiste già un segmento con questo nome: sarà sostituito. Gli indirizzi di prima restano com’erano.',
        done: 'Segmento salvato',
        failed: 'Segmento non salvato: riprova.',
      }}
      name={picked?.name ?? ''}
      rule={saveSegment.shape.name}
      all={all}
      renamedId={null}
      save={async (id, name) => saved(await writeSegment(id, { name, filters }))}
      close={close}
    >
      <ul className="quiet small">
        {filters.map(filter => (
          <li key={JSON.stringify(filter)}>{filterText(filter)}</li>
        ))}
      </ul>
    </NameDialog>
  )
}
