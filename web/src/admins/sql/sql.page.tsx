import { Button } from '@radix-ui/themes'
import { saveQuery } from '@tba/events/queries/commands.ts'
import { examples } from '@tba/events/queries/examples.ts'
import type { SqlResult } from '@tba/events/queries/views.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../components/on-demand.ts'
import { isSessionEnded } from '../api/calls.ts'
import { serverSentence, useAction } from '../api/reads.ts'
import { Select } from '../parts/filters/controls.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { NameDialog, RemoveDialog } from '../parts/page/dialogs.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SqlHelp } from './help.tsx'
import { ParameterFields } from './parameters.fields.tsx'
import { QueryField } from './query.field.tsx'
import {
  deleteSql,
  exportSql,
  namesIn,
  type Parameters,
  runSql,
  type SqlQuestion,
  saveSql,
  useSavedQueries,
} from './sql-data.ts'
import './sql.css'

const ResultTable = lazyPart(() => import('./result.table.tsx'))
const ResultChart = lazyPart(async () => ({ default: (await import('./result.chart.tsx')).ResultChart }))
const shapes = [
  { value: '', label: 'Tabella' },
  { value: 'line', label: 'Linea' },
  { value: 'bar', label: 'Barre' },
] as const

type Answer = { result: SqlResult; readAt: string } | { refused: string } | null

export default function SqlPage() {
  const address = useFilters()
  const saved = useSavedQueries()
  const queries = saved.data?.view.queries ?? []
  const open = queries.find(({ id }) => id === address.get('query'))
  const [text, setText] = useState<string | null>(null)
  const [values, setValues] = useState<Parameters | null>(null)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const { answer, isRunning, run, cancel } = useRun()
  const shape = address.get('chart')
  const download = useAction('Il file non è stato scaricato')
  const query = text ?? open?.query ?? examples[0]?.query ?? ''
  const parameters = values ?? open?.parameters ?? {}
  const names = namesIn(query)
  const asked = {
    query,
    parameters: Object.fromEntries(
      names.map(name => [name, parameters[name] ?? { type: 'text' as const, value: '' }]),
    ),
  }

  function choose(next: string | null, id = '') {
    setText(next)
    setValues(null)
    address.set('query', id)
  }
  return (
    <main className="console sql-page">
      <header className="console-title">
        <h1>SQL</h1>
        <p className="quiet small">
          Una SELECT sulle viste events, visits e persons, in ritardo di un minuto al più.
        </p>
      </header>
      <div className="sql-body">
        <div className="sql-work">
          <div className="filter-line">
            <Select
              aria-label="Domande salvate"
              options={[
                { value: '', label: 'Domande salvate' },
                ...queries.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={open?.id ?? ''}
              choose={id => choose(null, id)}
            />
            <Button variant="outline" onClick={() => setDialog('save')}>
              Salva…
            </Button>
            {open && (
              <Button variant="outline" color="gray" onClick={() => setDialog('delete')}>
                Elimina…
              </Button>
            )}
          </div>
          <QueryField query={query} change={setText} run={() => run(asked)} />
          {names.length > 0 && <ParameterFields names={names} parameters={parameters} set={setValues} />}
          <div className="filter-line">
            {isRunning ? (
              <Button onClick={cancel}>Annulla</Button>
            ) : (
              <Button onClick={() => run(asked)}>Esegui (Ctrl+Invio)</Button>
            )}
            {(['csv', 'parquet'] as const).map(format => (
              <Button
                key={format}
                variant="outline"
                aria-disabled={download.busy}
                onClick={() => download.busy || download.run(() => exportSql(asked, format))}
              >
                {format === 'csv' ? 'CSV' : 'Parquet'}
              </Button>
            ))}
            <span className="quiet small" role="status">
              {isRunning
                ? 'In corso…'
                : answer &&
                  'readAt' in answer && (
                    <>
                      <span>Risposta del</span> <MomentOf at={answer.readAt} />
                    </>
                  )}
            </span>
          </div>
          {answer && 'refused' in answer && (
            <p className="sql-refused" role="alert">
              {answer.refused}
            </p>
          )}
          {answer && 'result' in answer && (
            <>
              <div className="filter-line">
                <Select
                  aria-label="Mostra come"
                  options={shapes}
                  value={shape}
                  choose={chosen => address.set('chart', chosen)}
                />
              </div>
              <Suspense>
                {shape === 'line' || shape === 'bar' ? (
                  <ResultChart result={answer.result} shape={shape} />
                ) : (
                  <ResultTable result={answer.result} />
                )}
              </Suspense>
            </>
          )}
        </div>
        <SqlHelp choose={choose} />
      </div>
      {dialog === 'save' && (
        <NameDialog
          words={{
            title: 'Salva la domanda',
            text: 'La vede chiunque usi la console. Non scrivere nel nome o nel testo dati di persone.',
            taken: 'Un’altra domanda si chiama già così',
            replaces: 'Esiste già una domanda con questo nome: sarà sostituita per tutti.',
            done: 'Domanda salvata',
            failed: 'Domanda non salvata: riprova.',
          }}
          name={open?.name ?? ''}
          rule={saveQuery.shape.name}
          all={queries}
          renamedId={null}
          save={async (id, name) => {
            const made = await saveSql(id, { ...asked, name })
            await saved.mutate()
            address.set('query', made.id)
          }}
          close={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && open && (
        <RemoveDialog
          words={{
            title: 'Elimina la domanda',
            text: `«${open.name}» non sarà più elencata per nessuno.`,
            done: 'Domanda eliminata',
            failed: 'Domanda non eliminata: riprova.',
          }}
          remove={() => deleteSql(open.id)}
          removed={async () => {
            choose(query)
            await saved.mutate()
          }}
          close={() => setDialog(null)}
        />
      )}
    </main>
  )
}

/** One question at a time. Leaving the page, or another question, ends it at the server too. */
function useRun() {
  const [answer, setAnswer] = useState<Answer>(null)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(null)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  async function run(question: SqlQuestion) {
    cancel()
    const own = new AbortController()
    running.current = own
    setRunning(true)
    try {
      const result = await runSql(question, own.signal)
      setAnswer({ result, readAt: new Date().toISOString() })
    } catch (error) {
      if (own.signal.aborted || isSessionEnded(error)) return
      setAnswer({ refused: serverSentence(error, 'La domanda non ha avuto risposta: riprova.') })
    } finally {
      if (running.current === own) setRunning(false)
    }
  }
  return { answer, isRunning, run: (question: SqlQuestion) => void run(question), cancel }
}
