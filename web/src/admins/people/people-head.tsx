import { NavLink } from 'react-router-dom'
import { usePageTitle } from '../../shell/page-title.ts'
import './people.css'

const kinds = [
  ['customers', 'Clienti'],
  ['leads', 'Contatti'],
  ['questionnaires', 'Questionari'],
] as const

/** The head of the three lists of people. */
export function PeopleHead({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <header className="people-head">
      <h1>{title}</h1>
      <nav className="people-kinds" aria-label="Persone">
        {kinds.map(([path, name]) => (
          <NavLink key={path} to={`/admin/${path}`} end>
            {name}
          </NavLink>
        ))}
      </nav>
    </header>
  )
}
