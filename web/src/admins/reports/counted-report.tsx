import { narrowing } from '@tba/events/filters/words.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { CountedPart, CountedReport } from '@tba/events/reports/views.ts'
import { useRef } from 'react'
import type { Note } from '../annotations/notes.tsx'
import { valueName } from '../filters/words.ts'
import { BreakdownTable } from '../funnels/result/breakdown.table.tsx'
import { ResultTable } from '../funnels/result/result.table.tsx'
import { Trend } from '../funnels/result/trend.tsx'
import { DaysFigure } from '../overview/days.figure.tsx'
import { Figures } from '../overview/figures.tsx'
import { Lists } from '../overview/lists.tsx'
import { downloadCsv } from '../parts/csv.ts'
import { FilterButton } from '../parts/filters/controls.tsx'
import { daysName } from '../parts/time/rome-time.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { OutcomesTable, RetentionTable, TrendFigure } from './part-tables.tsx'
import { nameOfPart } from './part-words.ts'
import { rowsShown } from './shown-rows.ts'
import '../overview/overview.css'
import '../funnels/result/result.css'
import './reports.css'

type Props = {
  report: CountedReport
  /** The name of an account of the console; whoever has only the link gets none. */
  ownerName: (id: string) => string
}

/** What a report counts, to read and to print. Nothing in it opens anything. */
export default function CountedParts({ report, ownerName }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const notes = report.annotations.map((note, at) => ({ ...note, id: String(at) }))
  const parts = report.parts.map((part, at) => ({ part, id: `part-${at + 1}` }))
  return (
    <div className="report" ref={page}>
      <div className="report-actions">
        <FilterButton
          onClick={() => page.current && downloadCsv(`${report.title}.csv`, rowsShown(page.current), ';')}
        >
          Esporta in CSV
        </FilterButton>
      </div>
      {parts.map(({ part, id }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{nameOfPart(part)}</h2>
          {part.text && <p className="report-text">{part.text}</p>}
          <Narrowing part={part} />
          <p className="quiet small">
            <span>{`${daysName(part)}, ora di Roma. Contato il`}</span> <MomentOf at={part.countedAt} />
            {part.position && (
              <span>
                , fino alla posizione <code>{part.position}</code>
              </span>
            )}
            <span>.</span>
          </p>
          {part.failure ? (
            <p role="alert">{`Questa parte non si è potuta contare: ${part.failure}`}</p>
          ) : (
            <Counted part={part} ownerName={ownerName} notes={notes} />
          )}
        </section>
      ))}
    </div>
  )
}

/** Readers of a link are not told the segment. */
function Narrowing({ part }: { part: CountedPart }) {
  const words = narrowing(part.kind === 'outcomes' ? {} : part.definition, valueName)
  return words && <p className="quiet small">{words}</p>
}

type CountedProps = Pick<Props, 'ownerName'> & { part: CountedPart; notes: readonly Note[] }

function Counted({ part, ownerName, notes }: CountedProps) {
  if (part.result === null) return null
  switch (part.kind) {
    case 'overview':
      return (
        <>
          <Figures sides={[{ view: part.result, address: null }]} />
          <DaysFigure days={part.result.perDay} nowMs={Date.parse(part.countedAt)} notes={notes} />
          <Lists sides={[{ view: part.result, address: null }]} />
        </>
      )
    case 'funnel':
      return <CountedFunnel definition={part.definition} result={part.result} notes={notes} />
    case 'trend':
      return <TrendFigure part={part} result={part.result} notes={notes} />
    case 'retention':
      return <RetentionTable part={part} result={part.result} />
    case 'outcomes':
      return <OutcomesTable part={part} result={part.result} ownerName={ownerName} />
  }
}

type FunnelProps = {
  definition: FunnelDefinition
  result: NonNullable<Extract<CountedPart, { kind: 'funnel' }>['result']>
  notes: readonly Note[]
}

const CountedFunnel = ({ definition, result, notes }: FunnelProps) => (
  <>
    <ResultTable definition={definition} result={result} />
    {result.trend && result.trend.length > 1 && (
      <Trend
        trend={result.trend}
        unit={definition.trend ?? 'day'}
        windowSeconds={definition.windowSeconds}
        atMs={Date.parse(result.positionAt ?? result.to)}
        notes={notes}
      />
    )}
    <BreakdownTable definition={definition} result={result} open={null} />
  </>
)
