import { count, percent } from '../parts/numbers.ts'
import { cutWords } from './path-branch.tsx'
import type { Branch } from './shown-branches.ts'
import { stepName } from './step-name.tsx'

type Props = { branches: Branch[]; direction: 'next' | 'previous' }

/** The branches in sight, a line each, with the whole way that leads there. */
export function PathTable({ branches, direction }: Props) {
  const nameOf = ({ node }: Branch) => {
    const { kind, detail } = stepName(node, direction)
    return detail === null ? kind : `${kind} «${detail}»`
  }
  const wayTo = (branch: Branch): string =>
    branch.parent?.parent ? `${wayTo(branch.parent)} → ${nameOf(branch)}` : nameOf(branch)
  return (
    <details className="path-table">
      <summary>Tabella dei percorsi aperti</summary>
      <table className="ledger">
        <caption className="visually-hidden">I percorsi aperti, con le visite che li hanno fatti</caption>
        <thead>
          <tr>
            <th scope="col" style={{ width: '10%' }}>
              Passo
            </th>
            <th scope="col">Percorso</th>
            <th scope="col" style={{ width: '12%' }}>
              Visite
            </th>
            <th scope="col" style={{ width: '18%' }}>
              Del passo prima
            </th>
          </tr>
        </thead>
        <tbody>
          {branches.map(branch => (
            <tr key={branch.node.way}>
              <td data-label="Passo">{branch.level}</td>
              <td data-label="Percorso">
                {branch.level === 0 ? `Da qui: ${nameOf(branch)}` : wayTo(branch)}
                {branch.node.isCut && ` → … (${cutWords})`}
              </td>
              <td data-label="Visite">{count(branch.node.count)}</td>
              <td data-label="Del passo prima">{branch.level === 0 ? '—' : percent(branch.node.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
