import { Link } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import type { Answers } from './answers.ts'
import { inWords } from './questions.ts'

/** The answers given so far, filled in as on a printed form. */
export function AnswerSheet({ answers }: { answers: Answers }) {
  const rows = inWords(answers)
  const isBlank = rows.every(([, value]) => !value.trim())
  return (
    <aside className="answer-sheet" data-blank={isBlank} aria-labelledby="answer-sheet-title">
      <h2 id="answer-sheet-title">Il tuo foglio</h2>
      <Facts
        className="rows"
        data-private
        facts={rows.map(([name, value]) => [
          name,
          value.trim() || <span className="quiet">da compilare</span>,
        ])}
      />
      <p className="small quiet">
        Usiamo queste risposte solo per ricontattarti. Come le trattiamo è scritto nell'
        <Link to="/privacy">informativa sulla privacy</Link>.
      </p>
    </aside>
  )
}
