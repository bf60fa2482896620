import { percent } from '../../../components/format.ts'
import { useLongQuestions } from '../../api/long-questions.ts'
import { FilterButton } from '../filters/controls.tsx'
import { Progress } from './progress.tsx'
import './long-questions.css'

/** The questions of this page that take long, each with its progress. */
export function LongQuestions() {
  const questions = useLongQuestions()
  return (
    <div className="long-questions" role="status">
      {questions.map(({ id, progress, cancel }) => (
        <div key={id}>
          <Progress label="Conteggio" share={progress === 0 ? null : progress * 100}>
            <span>{progress > 0 ? `Conto: ${percent(Math.floor(progress * 100))}…` : 'Conto…'}</span>
          </Progress>
          <FilterButton onClick={cancel}>Annulla</FilterButton>
        </div>
      ))}
    </div>
  )
}
