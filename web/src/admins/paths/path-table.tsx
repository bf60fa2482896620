import { count, percent } from '../../shell/format.ts'
import { type Column, Ledger } from '../parts/ledger.tsx'
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
  const columns: Column<Branch>[] = [
    { name: 'Passo', width: '10%', cell: ({ level }) => level },
    {
      name: 'Percorso',
      width: '60%',
      cell: branch =>
        `${branch.level === 0 ? `Da qui: ${nameOf(branch)}` : wayTo(branch)}${branch.node.isCut ? ` → … (${cutWords})` : ''}`,
    },
    { name: 'Visite', width: '12%', cell: ({ node }) => count(node.count) },
    {
      name: 'Del passo prima',
      width: '18%',
      cell: ({ level, node }) => (level === 0 ? '—' : percent(node.share)),
    },
  ]
  return (
    <details className="path-table">
      <summary>Tabella dei percorsi aperti</summary>
      <Ledger
        caption="I percorsi aperti, con le visite che li hanno fatti"
        columns={columns}
        rows={branches.map(branch => ({ ...branch, id: branch.node.way }))}
      />
    </details>
  )
}
