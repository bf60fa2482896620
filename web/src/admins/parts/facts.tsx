import type { ReactNode } from 'react'
import { Value } from './ledger.tsx'

export type Fact = readonly [name: string, value: ReactNode]

/** Values by their names; what is absent is a dash. */
export const Facts = ({ facts, className = 'facts' }: { facts: readonly Fact[]; className?: string }) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === 'string' || value === null ? <Value>{value}</Value> : value}</dd>
      </div>
    ))}
  </dl>
)
