const seconds = (ms: number) => (ms / 1000).toLocaleString('it-IT', { maximumFractionDigits: 1 })

/** How far behind the log is what this list shows. */
export function LagNote({ lagMs }: { lagMs: number | undefined }) {
  if (lagMs === undefined) return null
  return (
    <p className="lag-note" data-delayed={lagMs > 0}>
      {lagMs === 0 ? 'Elenco al passo con il registro' : `Elenco in ritardo di ${seconds(lagMs)} s`}
    </p>
  )
}
