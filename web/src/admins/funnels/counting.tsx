import { useEffect, useState } from 'react'

/** While the server counts: for how long by now. */
export function Counting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(before => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="counting">
      <p role="status">Conteggio in corso…</p>
      <progress aria-label="Conteggio" />
      {/* Not read out: each second would be. */}
      <p className="quiet small" aria-hidden>
        {seconds > 1 &&
          `Da ${seconds} secondi. Il primo conteggio dopo un riavvio legge tutta la cronologia.`}
      </p>
    </div>
  )
}
