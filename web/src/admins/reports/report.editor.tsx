import { Button } from '@radix-ui/themes'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { relativePeriods } from '@tba/events/period.ts'
import { type ReportPart, type SaveReport, saveReport } from '@tba/events/reports/definition.ts'
import type { TrendDefinition } from '@tba/events/trends/definition.ts'
import type { ViewFilters } from '@tba/events/views/commands.ts'
import { type FormEvent, useState } from 'react'
import { CommandButton } from '../../forms/command-button.tsx'
import { InputField } from '../../forms/field.tsx'
import { useAction } from '../api/reads.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { levelOf } from '../filters/words.ts'
import { useSavedFunnels } from '../funnels/funnels-data.ts'
import { Check, Select, TextButton } from '../parts/filters/controls.tsx'
import { parseJson } from '../parts/filters/filters.ts'
import { periodNames } from '../parts/time/period.ts'
import { useSavedTrends } from '../trends/trends-data.ts'
import { useSavedViews } from '../views/saved-views-data.ts'
import { nameOfPart, outcomesBy } from './part-words.ts'
import './reports.css'

type Choice = { label: string; part: ReportPart }
const choice = (label: string, part: ReportPart): Choice => ({ label, part })

const periods = relativePeriods.map(value => ({ value, label: periodNames[value] }))
const outcomes = Object.entries(outcomesBy).map(([value, word]) => ({ value, label: `per ${word}` }))

/** What every console has; what is saved comes beside them. */
const templates: Choice[] = [
  {
    label: 'Panoramica',
    part: { kind: 'overview', definition: { period: 'lastWeek', compareTo: 'previous' } },
  },
  { label: 'Da richiesta a cliente', part: { kind: 'outcomes', definition: { period: '90d', by: 'week' } } },
  {
    label: 'Contatti e questionari nel tempo',
    part: {
      kind: 'trend',
      definition: {
        series: [{ event: 'LeadSubmitted' }, { event: 'QuestionnaireSubmitted' }],
        count: 'events',
        interval: 'day',
        period: '30d',
      },
    },
  },
  {
    label: 'Funnel: dalla visita al contatto',
    part: {
      kind: 'funnel',
      definition: {
        by: 'visit',
        steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
        windowSeconds: 3_600,
        period: '30d',
      },
    },
  },
  {
    label: 'Fidelizzazione: chi si registra e torna',
    part: {
      kind: 'retention',
      definition: {
        by: 'customer',
        entry: { event: 'AccountRegistered' },
        action: { event: 'SessionOpened' },
        unit: 'week',
        mode: 'in',
        first: 'ever',
        period: '90d',
      },
    },
  },
]

/** A report has no dates of its own: what has dates gets the last 30 days. */
function relative<D extends TrendDefinition | FunnelDefinition>(definition: D) {
  const { from: _, to: __, asOf: ___, compareTo, period = '30d', ...own } = definition
  return { ...own, ...(compareTo && { compareTo: 'previous' as const }), period }
}

function overviewOf({ period, page, source, device, registered, bots, filters, segment }: ViewFilters) {
  return {
    period: relativePeriods.find(name => name === period) ?? '30d',
    page,
    source,
    device,
    filters: filters && parseJson(filters),
    segment: segment && parseJson(segment),
    bots: bots && bots === 'true',
    registered: registered && registered === 'true',
  }
}

function useChoices() {
  const funnels = useSavedFunnels().data?.view.funnels ?? []
  const trends = useSavedTrends().data?.view.trends ?? []
  const views = useSavedViews().data?.view.views.filter(({ filters }) => filters.screen === 'overview') ?? []
  return [
    ...templates,
    ...views.map(({ name, filters }) => ({
      label: `Panoramica «${name}»`,
      part: { kind: 'overview', definition: overviewOf(filters) } as ReportPart,
    })),
    ...trends.map(({ name, definition }) =>
      choice(`Andamento «${name}»`, { kind: 'trend', definition: relative(definition) }),
    ),
    ...funnels.map(({ name, definition }) =>
      choice(`Funnel «${name}»`, { kind: 'funnel', definition: relative(definition) }),
    ),
  ]
}

type Keyed = { key: string; part: ReportPart }
const keyed = (part: ReportPart): Keyed => ({ key: crypto.randomUUID(), part })

type Props = { report: SaveReport; save: (report: SaveReport) => Promise<unknown>; close: () => void }

/** Chooses the parts of a report, their order, periods and texts. */
export default function ReportEditor({ report, save, close }: Props) {
  const [title, setTitle] = useState(report.title)
  const [parts, setParts] = useState(() => report.parts.map(keyed))
  const [error, setError] = useState<{ path: string; message: string } | null>(null)
  const { busy, run } = useAction('Report non salvato: riprova.')
  const choices = useChoices()

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A dialog of a part has its own form.
    if (event.target !== event.currentTarget) return
    const checked = saveReport.safeParse({ title, parts: parts.map(({ part }) => part) })
    const [issue] = checked.error?.issues ?? []
    setError(issue ? { path: String(issue.path[0]), message: issue.message } : null)
    if (checked.data) await run(() => save(checked.data), 'Report salvato')
  }
  const change = (key: string, part: ReportPart) =>
    setParts(all => all.map(each => (each.key === key ? { key, part } : each)))
  const move = (at: number, by: -1 | 1) =>
    setParts(all => {
      const [moved] = all.slice(at, at + 1)
      return moved ? all.toSpliced(at, 1).toSpliced(at + by, 0, moved) : all
    })

  return (
    <form className="report-panel" noValidate onSubmit={submit} aria-label="Il report">
      <InputField
        label="Titolo"
        autoComplete="off"
        value={title}
        {...(error?.path === 'title' && { error: error.message })}
        onChange={({ target }) => setTitle(target.value)}
      />
      <ol className="report-editor">
        {parts.map(({ key, part }, at) => (
          <PartEditor
            key={key}
            part={part}
            at={at}
            isLast={at === parts.length - 1}
            change={changed => change(key, changed)}
            move={by => move(at, by)}
            remove={() => setParts(all => all.filter(each => each.key !== key))}
          />
        ))}
      </ol>
      <p className="report-line">
        <Select
          aria-label="Aggiungi una parte"
          options={[
            { value: '', label: 'Aggiungi una parte…' },
            ...choices.map(({ label }, at) => ({ value: String(at), label })),
          ]}
          value=""
          choose={at => {
            const choice = choices[Number(at)]
            if (choice) setParts(all => [...all, keyed(choice.part)])
          }}
        />
      </p>
      {error && error.path !== 'title' && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
      <p className="report-line">
        <CommandButton type="submit" busy={busy}>
          Salva
        </CommandButton>
        <Button type="button" variant="outline" color="gray" onClick={close}>
          Annulla
        </Button>
      </p>
    </form>
  )
}

type PartProps = {
  part: ReportPart
  at: number
  isLast: boolean
  change: (part: ReportPart) => void
  move: (by: -1 | 1) => void
  remove: () => void
}

function PartEditor({ part, at, isLast, change, move, remove }: PartProps) {
  const name = `${at + 1}, ${nameOfPart(part)}`
  const define = (changes: object) =>
    change({ ...part, definition: { ...part.definition, ...changes } } as ReportPart)
  return (
    <li>
      <p className="report-line">
        <b>{nameOfPart(part)}</b>{' '}
        {at > 0 && (
          <TextButton aria-label={`Sposta su la parte ${name}`} onClick={() => move(-1)}>
            Su
          </TextButton>
        )}{' '}
        {!isLast && (
          <TextButton aria-label={`Sposta giù la parte ${name}`} onClick={() => move(1)}>
            Giù
          </TextButton>
        )}{' '}
        <TextButton aria-label={`Togli la parte ${name}`} onClick={remove}>
          Togli
        </TextButton>
      </p>
      <p className="report-line">
        <Select
          aria-label={`Periodo della parte ${name}`}
          options={periods}
          value={part.definition.period ?? '30d'}
          choose={period => define({ period })}
        />{' '}
        {part.kind === 'outcomes' && (
          <Select
            aria-label={`Suddivisione della parte ${name}`}
            options={outcomes}
            value={part.definition.by}
            choose={by => define({ by })}
          />
        )}
        {part.kind === 'overview' && (
          <Check
            checked={part.definition.compareTo !== undefined}
            set={isCompared => define({ compareTo: isCompared ? 'previous' : undefined })}
          >
            Confronta con prima
          </Check>
        )}
      </p>
      {part.kind === 'outcomes' ? (
        <p className="quiet small">Le richieste non sono visite: qui i filtri non si applicano.</p>
      ) : (
        <search aria-label={`Filtri della parte ${name}`}>
          <FilterRow
            level={part.kind === 'overview' ? 'visit' : levelOf(part.definition)}
            value={part.definition}
            change={({ filters = [], segment }) =>
              define({ filters: filters.length > 0 ? filters : undefined, segment })
            }
          />
        </search>
      )}
      <InputField
        label="Testo sopra la parte"
        autoComplete="off"
        value={part.text ?? ''}
        onChange={({ target }) => change({ ...part, text: target.value || undefined })}
      />
    </li>
  )
}
