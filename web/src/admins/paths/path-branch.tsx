import { ChevronRightIcon } from '@radix-ui/react-icons'
import type { PathNode } from '@tba/events/paths/views.ts'
import { type CSSProperties, useId } from 'react'
import { count, percent } from '../../shell/format.ts'
import type { Branch } from './shown-branches.ts'
import { stepName } from './step-name.tsx'

type Tree = {
  direction: 'next' | 'previous'
  /** Those in sight behind a branch. */
  behind: (node: PathNode) => Branch[]
  turn: (way: string) => void
  open: (way: string) => void
  /** How many visits there are at the root. */
  total: number
  /** The way of the branch that Tab leads to. */
  tabStop: string
  setActive: (way: string) => void
}
type Props = { branch: Branch; of: Tree; place: { at: number; of: number } }

/** Of a branch whose steps are too many to be followed all. */
export const cutWords = 'quel che segue non è stato contato'

/** A box as long as its share of all visits, and behind it those that follow. */
export function PathBranch({ branch: { node, level, isOpen }, of, place }: Props) {
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
