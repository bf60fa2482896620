type Props = { unread: readonly string[]; drop: () => void }

/** In the place of the tree, as long as a condition cannot be asked for: the numbers without it would be of something else. */
export function NotYet({ unread, drop }: Props) {
  if (unread.length === 0)
    return (
      <p className="list-empty" role="status">
        Non si conta ancora: a una condizione manca il campo o il valore. Completala, o toglila.
      </p>
    )
  return (
    <div className="list-empty not-yet" role="alert">
      <p>
        L’indirizzo è danneggiato: {unread.length === 1 ? 'una condizione' : 'alcune condizioni'} non si{' '}
        {unread.length === 1 ? 'legge' : 'leggono'}, e senza si conterebbe altro.
      </p>
      <ul>
        {unread.map(said => (
          <li key={said} className="mono">
            where={said}
          </li>
        ))}
      </ul>
      <button type="button" className="filter-button" onClick={drop}>
        Togli ciò che non si legge
      </button>
    </div>
  )
}
