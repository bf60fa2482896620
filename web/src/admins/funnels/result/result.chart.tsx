import type { ReactNode } from 'react'
import { count, percent } from '../../../components/format.ts'
import { formatChange, formatPoints, percentChange } from '../../parts/charts/change.tsx'
import type { OpenBar } from '../builder/open-bar.ts'
import { median, unitCount, type units } from '../builder/words.ts'
import type { Names, Row } from './bars.ts'

type Props = {
  rows: Row[]
  by: keyof typeof units
  names: Names
  open: (bar: OpenBar) => void
  /** Below the bars of a step: what those did who were lost before it. */
  instead: (step: number) => ReactNode
}

const barWidth = (amount: number, max: number) => ({ width: `${(100 * amount) / max}%` })

const lostShare = ({ result }: Row) => percent(Math.round((100 - result.fromPrevious) * 10) / 10)
const numbers = ({ count: amount, conversion }: Row['result']) => `${count(amount)} · ${percent(conversion)}`

/** The first step compares counts, later steps compare rates. */
const changeOf = ({ step, result, compared, hasRates }: Row) =>
  step === 1 || !compared || !hasRates
    ? formatChange(percentChange(result.count, compared?.count ?? 0))
    : formatPoints(result.conversion, compared.conversion)

function stepSummary(row: Row, names: Names): string {
  const { step, result, compared } = row
  const parts = [
    step > 1 && `${percent(result.fromPrevious)} dal precedente`,
    result.medianSeconds !== null && `mediana ${median(result.medianSeconds)}`,
    compared &&
      `${changeOf(row)} rispetto a${names ? ` ${names[1]}` : 'l confronto'}${row.isNoise ? ', nel rumore' : ''}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

type BarProps = {
  kind: 'reached' | 'lost' | 'compared'
  amount: number
  maxAmount: number
  label: string
  open: () => void
}

const Bar = ({ kind, amount, maxAmount, label, open }: BarProps) =>
  amount > 0 && (
    <button
      type="button"
      className={`bar-button bar-${kind}`}
      style={barWidth(amount, maxAmount)}
      aria-label={label}
      onClick={open}
    />
  )

type StepProps = Omit<Props, 'rows'> & { row: Row; maxAmount: number }

/** Three bars open lists: who arrived, who was lost before, who arrived in the compared period. */
function StepBars({ row, by, names, open, instead, maxAmount }: StepProps) {
  const { step, name, result, lost, compared } = row
  const label = (amount: number, conversion: number) =>
    `${step}, ${name}: ${unitCount(by, amount)}, ${percent(conversion)} del primo`
  return (
    <li>
      <p className="step-title" title={name}>{`${step}. ${name}`}</p>
      <div className="bar-line">
        <Bar
          kind="reached"
          amount={result.count}
          maxAmount={maxAmount}
          label={`Passo ${label(result.count, result.conversion)}`}
          open={() => open({ step, outcome: 'reached', isCompared: false })}
        />
        <Bar
          kind="lost"
          amount={lost}
          maxAmount={maxAmount}
          label={`Prima del passo ${step}, ${name}: ${unitCount(by, lost)} in meno, ${lostShare(row)}`}
          open={() => open({ step: step - 1, outcome: 'dropped', isCompared: false })}
        />
        <p className="bar-numbers" style={barWidth(result.count + lost, maxAmount)}>
          <span>{numbers(result)}</span>
          {lost > 0 && <span>{`−${count(lost)} · ${lostShare(row)}`}</span>}
        </p>
      </div>
      {compared && (
        <div className="bar-line">
          <Bar
            kind="compared"
            amount={compared.count}
            maxAmount={maxAmount}
            label={`${names?.[1] ?? 'Confronto'}, passo ${label(compared.count, compared.conversion)}`}
            open={() => open({ step, outcome: 'reached', isCompared: true })}
          />
          <p className="bar-numbers">
            <span>{`${numbers(compared)} ${names?.[1] ?? 'nel confronto'}`}</span>
          </p>
        </div>
      )}
      <p className="step-summary quiet">{stepSummary(row, names)}</p>
      {lost > 0 && instead(step - 1)}
    </li>
  )
}

export function ResultChart({ rows, ...props }: Props) {
  const maxAmount = Math.max(
    1,
    ...rows.map(({ result, lost, compared }) => Math.max(result.count + lost, compared?.count ?? 0)),
  )
  return (
    <ol className="funnel-chart" aria-label="Grafico: ogni barra si apre">
      {rows.map(row => (
        <StepBars key={row.step} row={row} maxAmount={maxAmount} {...props} />
      ))}
    </ol>
  )
}
