import type { ComponentProps, ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** A value as it was recorded; a dash where there is none, or where it was erased with its person. */
export const Value = ({ children }: { children: ReactNode }) =>
  children ? children : <span className="quiet">—</span>

type Props = Omit<ComponentProps<'dl'>, 'children'> & { facts: readonly Fact[] }

/** Values by their names. */
export const Facts = ({ facts, ...list }: Props) => (
  <dl {...list}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Value>{value}</Value>
        </dd>
      </div>
    ))}
  </dl>
)
