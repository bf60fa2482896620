type Props = { again: () => Promise<unknown>; isReading: boolean }

/** The builder goes on without the fields and values that the log holds. */
export function FieldsNote({ again, isReading }: Props) {
  return (
    <p className="quiet small" role="status">
      I campi e i valori più frequenti non si sono caricati: si possono comunque scrivere.{' '}
      <button
        type="button"
        className="text-button"
        aria-disabled={isReading}
        onClick={() => isReading || again()}
      >
        Riprova
      </button>
    </p>
  )
}
