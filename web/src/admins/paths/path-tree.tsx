import { ChevronRightIcon } from '@radix-ui/react-icons'
import { otherBranches, type PathNode, type PathTree as Tree } from '@tba/events/paths/views.ts'
import { count, percent } from '../../components/format.ts'
import { eventName } from '../parts/words/event-name.tsx'
import { consentWord, planWord, stepWord, trackedName } from '../parts/words/labels.ts'

/** The kind of a step, and its detail. */
export function stepName({ event, where, name }: PathNode, direction: 'next' | 'previous') {
  if (event === null) return { kind: direction === 'next' ? 'Fine' : 'Inizio', detail: null }
  if (event === otherBranches) return { kind: 'Altri passi', detail: null }
  const tracked = where.find(({ field }) => field === 'eventType' || field === 'eventName')?.value
  if (!tracked) return { kind: eventName(event), detail: name && planWord(stepWord(consentWord(name))) }
  return { kind: trackedName(String(tracked)), detail: name }
}

/** Also in closed branches. */
export function nodeAt(node: PathNode, way: string): PathNode | null {
  if (node.way === way) return node
  for (const next of node.next) {
    const found = nodeAt(next, way)
    if (found) return found
  }
  return null
}

/** By default the root is open, and in each branch the most frequent child that goes on. */
const isOpenByDefault = (node: PathNode, parent: PathNode | null) =>
  parent === null || parent.next.find(({ next }) => next.length > 0) === node

type Props = {
  tree: Tree
  node: PathNode
  parent: PathNode | null
  /** The ways of branches that are not in their default state. */
  toggled: readonly string[]
  toggle: (way: string) => void
  open: (way: string) => void
}

const cutLabel = 'quel che segue non è stato contato'

/** The box opens the visits. Its bar is the share of all visits. */
export function PathBranch({ node, parent, ...of }: Props) {
  const { tree, toggled, toggle, open } = of
  const { kind, detail } = stepName(node, tree.direction)
  const hasNext = node.next.length > 0
  const isOpen = hasNext && isOpenByDefault(node, parent) !== toggled.includes(node.way)
  const length = { '--share': tree.count === 0 ? 0 : node.count / tree.count }
  return (
    <li className="path-branch" data-kind={node.event === null ? 'end' : undefined}>
      <div className="path-head">
        <button type="button" className="path-box" style={length} onClick={() => open(node.way)}>
          <span className="path-kind">{kind}</span>
          {detail !== null && <b title={detail}>{detail}</b>}
          <span className="path-numbers">
            <b>{count(node.count)}</b> <span>{parent && percent(node.share)}</span>
            {node.isCut && (
              <span title={cutLabel}>
                <span aria-hidden>…</span>
                <span className="visually-hidden">{`, ${cutLabel}`}</span>
              </span>
            )}
          </span>
        </button>
        {hasNext && (
          <button
            type="button"
            className="path-toggle"
            aria-expanded={isOpen}
            aria-label={`Passi oltre ${[kind, detail].filter(Boolean).join(' ')}`}
            onClick={() => toggle(node.way)}
          >
            <ChevronRightIcon aria-hidden />
          </button>
        )}
      </div>
      {isOpen && (
        <ul className="path-next">
          {node.next.map(next => (
            <PathBranch key={next.way} node={next} parent={node} {...of} />
          ))}
        </ul>
      )}
    </li>
  )
}
