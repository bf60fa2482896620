import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type Props<Name extends string> = {
  label: string
  names: Record<Name, string>
  chosen: Name
  choose: (name: Name) => void
  children: ReactNode
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * Tabs that select on click, so that an early press can be repeated (`main.tsx`); arrow keys move among them. Radix's tabs
 * select on mouse down, and weigh more than the page's budget has left.
 */
export function AuthTabs<Name extends string>({ label, names, chosen, choose, children }: Props<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const all = Object.keys(names) as Name[]

  function move(event: KeyboardEvent) {
    const next = steps[event.key]?.(all.indexOf(chosen), all.length)
    const name = next === undefined ? undefined : all[next]
    if (next === undefined || name === undefined) return
    event.preventDefault()
    choose(name)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="auth-card">
      <div ref={list} className="auth-modes" role="tablist" aria-label={label} onKeyDown={move}>
        {all.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {names[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
