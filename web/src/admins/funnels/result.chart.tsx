import type { CSSProperties } from 'react'
import { count, percent } from '../../shell/format.ts'
import { changeIn, type OpenBy, type Row } from './bars.ts'
import { median, signed, unitCount, type units } from './words.ts'

type Props = { rows: Row[]; by: keyof typeof units; open: OpenBy }

/** As wide as this many units are of the longest bar. */
const wide = (amount: number, longest: number) => ({ width: `${(100 * amount) / longest}%` }) as CSSProperties

const lostShare = ({ result }: Row) => percent(Math.round((100 - result.fromPrevious) * 10) / 10)
const numbers = ({ count: amount, conversion }: Row['result']) => `${count(amount)} · ${percent(conversion)}`

function sentenceOf({ step, result, compared }: Row): string {
  return [
    ...(step === 1 ? [] : [`${percent(result.fromPrevious)} dal precedente`]),
    ...(result.medianSeconds === null ? [] : [`mediana ${median(result.medianSeconds)}`]),
    ...(compared ? [`${signed(changeIn(result.count, compared.count))} rispetto al confronto`] : []),
  ].join(' · ')
}

/** Who reached a step, who was lost before it, and who reached it in the compared period: each bar opens them. */
function StepBars({ row, by, open, longest }: Omit<Props, 'rows'> & { row: Row; longest: number }) {
  const { step, name, result, lost, compared } = row
  const label = (amount: number, conversion: number) =>
    `${step}, ${name}: ${unitCount(by, amount)}, ${percent(conversion)} del primo`
  const end = Math.max(result.count + lost, 0)
  return (
    <li>
      <p className="step-title" title={name}>
        {step}. {name}
      </p>
      <div className="bar-line">
        {result.count > 0 && (
          <button
            type="button"
            className="bar-button bar-reached"
            style={wide(result.count, longest)}
            aria-label={`Passo ${label(result.count, result.conversion)}`}
            onClick={() => open({ step, outcome: 'reached', isCompared: false })}
          />
        )}
        {lost > 0 && (
          <button
            type="button"
            className="bar-button bar-lost"
            style={wide(lost, longest)}
            aria-label={`Prima del passo ${step}, ${name}: ${unitCount(by, lost)} in meno, ${lostShare(row)}`}
            onClick={() => open({ step: step - 1, outcome: 'dropped', isCompared: false })}
          />
        )}
        <p className="bar-numbers" style={wide(end, longest)}>
          <span>{numbers(result)}</span>
          {lost > 0 && (
            <span>
              −{count(lost)} · {lostShare(row)}
            </span>
          )}
        </p>
      </div>
      {compared && (
        <div className="bar-line">
          {compared.count > 0 && (
            <button
              type="button"
              className="bar-button bar-compared"
              style={wide(compared.count, longest)}
              aria-label={`Confronto, passo ${label(compared.count, compared.conversion)}`}
              onClick={() => open({ step, outcome: 'reached', isCompared: true })}
            />
          )}
          <p className="bar-numbers">
            <span>{numbers(compared)} nel confronto</span>
          </p>
        </div>
      )}
      <p className="step-said quiet">{sentenceOf(row)}</p>
    </li>
  )
}

/** The same numbers stand in the table. */
export function ResultChart({ rows, by, open }: Props) {
  const longest = Math.max(
    1,
    ...rows.map(({ result, lost, compared }) => Math.max(result.count + lost, compared?.count ?? 0)),
  )
  return (
    <ol className="funnel-chart" aria-label="Grafico: ogni barra si apre">
      {rows.map(row => (
        <StepBars key={row.step} {...{ row, by, open, longest }} />
      ))}
    </ol>
  )
}
