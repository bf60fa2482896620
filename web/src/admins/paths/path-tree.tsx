import { ChevronRightIcon } from '@radix-ui/react-icons'
import type { PathNode } from '@tba/events/paths/views.ts'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { count, percent } from '../../components/format.ts'
import { type Column, Ledger } from '../parts/lists/ledger.tsx'
import type { Branch } from './branches.ts'
import { stepName } from './branches.ts'

type Props = {
  branches: Branch[]
  direction: 'next' | 'previous'
  label: string
  turn: (way: string) => void
  open: (way: string) => void
}

/** What a key does in the tree; null: nothing. */
function moveFor(
  key: string,
  at: number,
  branches: Branch[],
): { to?: Branch | undefined; toggled?: Branch } | null {
  const branch = branches[at]
  if (!branch) return null
  switch (key) {
    case 'ArrowDown':
      return { to: branches[at + 1] }
    case 'ArrowUp':
      return { to: branches[at - 1] }
    case 'Home':
      return { to: branches[0] }
    case 'End':
      return { to: branches.at(-1) }
    case 'ArrowRight':
      return branch.isOpen ? { to: branches[at + 1] } : branch.node.next.length > 0 ? { toggled: branch } : {}
    case 'ArrowLeft':
      return branch.isOpen ? { toggled: branch } : { to: branch.parent ?? undefined }
    default:
      return null
  }
}

/** One branch is in the tab order. Arrow keys move from it. */
export function PathTree({ branches, direction, label, turn, open }: Props) {
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState('')
  const [root] = branches
  const isShown = branches.some(({ node }) => node.way === active)
  function press(event: KeyboardEvent) {
    const at = branches.findIndex(({ node }) => node.way === active)
    const move = moveFor(event.key, Math.max(0, at), branches)
    if (!move) return
    event.preventDefault()
    if (move.toggled) turn(move.toggled.node.way)
    if (move.to)
      tree.current?.querySelector<HTMLElement>(`[data-way="${CSS.escape(move.to.node.way)}"]`)?.focus()
  }
  const behind = (node: PathNode) => branches.filter(({ parent }) => parent?.node === node)
  return (
    <div ref={tree} role="tree" aria-label={label} className="path-tree" onKeyDown={press}>
      {root && (
        <PathBranch
          branch={root}
          of={{
            direction,
            behind,
            turn,
            open,
            total: root.node.count,
            tabStop: isShown ? active : '',
            setActive,
          }}
          place={{ at: 1, of: 1 }}
        />
      )}
    </div>
  )
}

type Tree = {
  direction: 'next' | 'previous'
  behind: (node: PathNode) => Branch[]
  turn: (way: string) => void
  open: (way: string) => void
  total: number
  tabStop: string
  setActive: (way: string) => void
}
type BranchProps = { branch: Branch; of: Tree; place: { at: number; of: number } }

const cutWords = 'quel che segue non è stato contato'

/** The width is the share of all visits. */
function PathBranch({ branch: { node, level, isOpen }, of, place }: BranchProps) {
  const group = useId()
  const { kind, detail } = stepName(node, of.direction)
  const isFolder = node.next.length > 0
  const behind = isOpen ? of.behind(node) : []
  const length = { '--share': of.total === 0 ? 0 : node.count / of.total } as CSSProperties
  return (
    <div role="none" className="path-branch" data-kind={node.event === null ? 'end' : undefined}>
      <div className="path-head">
        <button
          type="button"
          role="treeitem"
          className="path-box"
          style={length}
          data-way={node.way}
          tabIndex={of.tabStop === node.way ? 0 : -1}
          aria-level={level + 1}
          aria-posinset={place.at}
          aria-setsize={place.of}
          aria-expanded={isFolder ? isOpen : undefined}
          aria-owns={isOpen ? group : undefined}
          onFocus={() => of.setActive(node.way)}
          onClick={() => of.open(node.way)}
        >
          <span className="path-kind">{kind}</span>
          {detail !== null && <b title={detail}>{detail}</b>}
          <span className="path-numbers">
            <b>{count(node.count)}</b> {level > 0 && percent(node.share)}
            {node.isCut && (
              <span title={cutWords}>
                <span aria-hidden>…</span>
                <span className="visually-hidden">, {cutWords}</span>
              </span>
            )}
          </span>
        </button>
        {isFolder && (
          <button
            type="button"
            className="path-turn"
            tabIndex={-1}
            aria-hidden
            title={isOpen ? 'Chiudi il ramo' : 'Apri il ramo'}
            data-open={isOpen}
            onClick={() => of.turn(node.way)}
          >
            <ChevronRightIcon />
          </button>
        )}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: branches of a tree are no fields of a form.
        <div role="group" id={group} className="path-next">
          {behind.map((branch, at) => (
            <PathBranch
              key={branch.node.way}
              branch={branch}
              of={of}
              place={{ at: at + 1, of: behind.length }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type TableProps = { branches: Branch[]; direction: 'next' | 'previous' }

export function PathTable({ branches, direction }: TableProps) {
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
