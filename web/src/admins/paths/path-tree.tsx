import type { PathNode } from '@tba/events/paths/views.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { PathBranch } from './path-branch.tsx'
import type { Branch } from './shown-branches.ts'

type Props = {
  branches: Branch[]
  direction: 'next' | 'previous'
  label: string
  turn: (way: string) => void
  open: (way: string) => void
}

/** Where a key leads from a branch; null: nowhere. A branch to be folded or opened is turned. */
function ledTo(
  key: string,
  at: number,
  branches: Branch[],
): { to?: Branch | undefined; turned?: Branch } | null {
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
      return branch.isOpen ? { to: branches[at + 1] } : branch.node.next.length > 0 ? { turned: branch } : {}
    case 'ArrowLeft':
      return branch.isOpen ? { turned: branch } : { to: branch.parent ?? undefined }
    default:
      return null
  }
}

/** The ways as ruled boxes, from left to right. One is in the order of Tab; arrows lead on from it. */
export function PathTree({ branches, direction, label, turn, open }: Props) {
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState('')
  const [root] = branches
  const isShown = branches.some(({ node }) => node.way === active)
  function press(event: KeyboardEvent) {
    const at = branches.findIndex(({ node }) => node.way === active)
    const led = ledTo(event.key, Math.max(0, at), branches)
    if (!led) return
    event.preventDefault()
    if (led.turned) turn(led.turned.node.way)
    if (led.to)
      tree.current?.querySelector<HTMLElement>(`[data-way="${CSS.escape(led.to.node.way)}"]`)?.focus()
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
