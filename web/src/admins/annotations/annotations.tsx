import { Button } from '@radix-ui/themes'
import { annotationKinds, saveAnnotation } from '@tba/events/annotations/commands.ts'
import { type FormEvent, type RefObject, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAction } from '../api/reads.ts'
import { Check, Select, TextButton } from '../parts/filters/controls.tsx'
import { DayField } from '../parts/time/day-field.tsx'
import { addDays } from '../parts/time/rome-time.ts'
import { shortDay } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import {
  type Annotation,
  addAnnotation,
  annotationDays,
  beforeAndAfter,
  deleteAnnotation,
  kindNames,
} from './notes.tsx'

const kindOptions = annotationKinds.map(value => ({ value, label: kindNames[value] }))

type Props = {
  /** Of the new one; a press on a chart sets it. */
  from: string
  setFrom: (day: string) => void
  textField: RefObject<HTMLInputElement | null>
  annotations: readonly Annotation[]
  hasFunnels: boolean
  showFunnels: (shown: boolean) => void
  reload: () => Promise<unknown>
}

function BeforeAndAfter({ annotation }: { annotation: Annotation }) {
  const address = beforeAndAfter(annotation)
  const { from, to = from, text } = annotation
  return address ? (
    <Link to={address} aria-label={`Prima e dopo: ${text}`}>
      Prima e dopo
    </Link>
  ) : (
    <span className="quiet small">{`Prima e dopo dal ${shortDay(addDays(to, 2))}`}</span>
  )
}

/** What happened on a day of the calendar. The whole list, also outside the period. */
export function Annotations({ annotations, hasFunnels, showFunnels, reload, ...added }: Props) {
  const { from, setFrom, textField } = added
  const [to, setTo] = useState('')
  const [kind, setKind] = useState('note')
  const [text, setText] = useState('')
  const { busy, run } = useAction('Annotazione non salvata: riprova.', reload)
  const checked = saveAnnotation.safeParse({ from, ...(to && { to }), kind, text })
  function add(event: FormEvent) {
    event.preventDefault()
    if (!checked.success || busy) return
    void run(async () => {
      await addAnnotation(checked.data)
      setText('')
    }, 'Annotazione salvata')
  }
  return (
    <section aria-labelledby="annotations-title" className="annotations">
      <h2 id="annotations-title">Annotazioni</h2>
      <form className="filter-line" onSubmit={add}>
        <DayField label="Giorno" value={from} set={setFrom} />
        <DayField label="Fino al giorno (se dura)" value={to} set={setTo} />
        <Select aria-label="Genere" options={kindOptions} value={kind} choose={setKind} />
        <input
          ref={textField}
          type="text"
          className="text-filter"
          aria-label="Che cosa è successo"
          placeholder="Che cosa è successo"
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="outline" disabled={!checked.success} loading={busy}>
          Annota
        </Button>
        <Check checked={hasFunnels} set={showFunnels}>
          Anche i funnel salvati
        </Check>
      </form>
      {annotations.length === 0 ? (
        <p className="quiet">
          Nessuna annotazione. Qui starebbero rilasci, campagne e guasti: si vedono anche nel grafico.
        </p>
      ) : (
        <ul className="annotation-list">
          {annotations.map(annotation => (
            <li key={annotation.id}>
              <b>{annotationDays(annotation)}</b>{' '}
              <span>{`${kindNames[annotation.kind]}: ${annotation.text}`}</span>{' '}
              <span className="quiet small">
                <SavedBy actor={annotation.savedBy} />
              </span>{' '}
              <BeforeAndAfter annotation={annotation} />{' '}
              {annotation.kind !== 'funnel' && (
                <TextButton
                  aria-label={`Elimina ${annotation.text}`}
                  onClick={() => run(() => deleteAnnotation(annotation.id), 'Annotazione eliminata')}
                >
                  Elimina
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
