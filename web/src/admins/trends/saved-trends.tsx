import { Button } from '@radix-ui/themes'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAction } from '../api/reads.ts'
import { stepName } from '../funnels/builder/words.ts'
import { TextButton } from '../parts/filters/controls.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { addressOf, deleteTrend, saveTrend, useSavedTrends } from './trends-data.ts'

/** What is saved for everybody, and the field that saves what stands above. */
export function SavedTrends({ definition }: { definition: TrendDefinition | null }) {
  const answer = useSavedTrends()
  const [name, setName] = useState('')
  const { busy, run } = useAction('Andamento non salvato: riprova.', answer.mutate)
  const saved = answer.data?.view.trends ?? []
  function save(event: FormEvent) {
    event.preventDefault()
    if (!definition || name.trim() === '' || busy) return
    void run(async () => {
      await saveTrend(name, definition)
      setName('')
    }, 'Andamento salvato')
  }
  return (
    <section aria-labelledby="saved-trends-title" className="annotations">
      <h2 id="saved-trends-title">Salvati</h2>
      <form className="filter-line" onSubmit={save}>
        <input
          type="text"
          className="text-filter"
          aria-label="Nome dell’andamento"
          placeholder="Nome dell’andamento"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="outline" disabled={!definition || name.trim() === ''} loading={busy}>
          Salva
        </Button>
      </form>
      {!answer.data ? (
        <ViewState answer={answer} />
      ) : saved.length === 0 ? (
        <p className="quiet">
          Nessun andamento salvato, finora. Uno salvato lo vede chiunque usi la console.
        </p>
      ) : (
        <ul className="annotation-list">
          {saved.map(trend => (
            <li key={trend.id}>
              <Link to={addressOf(trend)}>{trend.name}</Link>{' '}
              <span className="quiet small">
                <span>{trend.definition.series.map(stepName).join(', ')}</span> ·{' '}
                <SavedBy actor={trend.savedBy} />
              </span>{' '}
              <TextButton
                aria-label={`Elimina ${trend.name}`}
                onClick={() => run(() => deleteTrend(trend.id), 'Andamento eliminato')}
              >
                Elimina
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
