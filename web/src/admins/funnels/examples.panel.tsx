import type { Draft } from './draft.ts'
import { examples } from './examples.ts'

/** What would stand where nothing was built yet, and what makes it. */
export function ExamplesPanel({ take }: { take: (draft: Draft) => void }) {
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Niente da contare, finora</h2>
      <p>
        Qui staranno le barre: quanti arrivano a ogni passo, quanti si perdono, in quanto tempo, e chi sono.
        Scegli i passi, oppure parti da un esempio.
      </p>
      <ul>
        {examples.map(({ name, text, draft }) => (
          <li key={name}>
            <button type="button" className="example" onClick={() => take(draft())}>
              <strong>{name}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
