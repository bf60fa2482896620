import { annotationDays, kindNames, type marksOf } from './annotations-data.ts'

/** What the marks of a chart mean. */
export const MarksNote = ({ marks }: { marks: ReturnType<typeof marksOf> }) =>
  marks.length > 0 && (
    <ul className="quiet small marks-note" aria-label="Annotazioni nel grafico">
      {marks.map(({ id, note }) => (
        <li key={id}>{`◆ ${annotationDays(note)} · ${kindNames[note.kind]}: ${note.text}`}</li>
      ))}
    </ul>
  )
