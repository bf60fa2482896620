/** Each with a small plate, drawn with the lines of a chart. */
const features = [
  {
    name: 'Algoritmi intelligenti',
    text: 'Modelli di apprendimento automatico che si aggiornano con il mercato.',
    drawing: (
      <>
        <path d="M2 46c20 0 24-34 48-34s28 24 68 22" />
        <path d="M2 38c24 0 26-16 48-16s30 14 68 12" />
        <path className="drawn" d="M2 30c26 0 28 0 48 0s32 4 68 4" />
        <circle cx="118" cy="34" r="2.5" />
      </>
    ),
  },
  {
    name: 'Analisi predittiva',
    text: 'Prezzi, volumi e notizie letti insieme, prima di ogni ordine.',
    drawing: (
      <>
        <path d="M2 44 18 34l14 6 16-18 14 6 10-8" />
        <path className="drawn" d="M72 20l46-12M72 20l46 4M72 20l46 20" strokeDasharray="3 3" />
        <path d="M72 4v48" />
      </>
    ),
  },
  {
    name: 'Gestione del rischio',
    text: 'Stop-loss automatico e perdita massima giornaliera che scegli tu.',
    drawing: (
      <>
        <path d="M2 14 22 22l16-8 18 16 14-4 14 16" />
        <path className="drawn" d="M2 42h116" strokeDasharray="6 3" />
        <circle cx="84" cy="42" r="3" />
        <path d="M84 42h34M2 52h116" />
      </>
    ),
  },
  {
    name: 'Esecuzione rapida',
    text: 'Gli ordini partono appena il segnale si forma.',
    drawing: (
      <>
        <path d="M6 10v36M26 16v30M46 8v26M66 14v24M86 4v26" />
        <path d="M2 20h8v16h-8zM22 26h8v12h-8zM42 14h8v12h-8zM62 20h8v10h-8z" />
        <path className="drawn" d="M82 10h8v12h-8z M98 16h12m-5-5 5 5-5 5" />
      </>
    ),
  },
  {
    name: 'App mobile',
    text: 'Operazioni e risultati sempre sul telefono.',
    drawing: (
      <>
        <path d="M2 2h32v52H2zM2 10h32M2 44h32M14 49h8" />
        <path className="drawn" d="m6 38 8-8 6 4 10-16" />
      </>
    ),
  },
  {
    name: 'Trading 24/7',
    text: 'Il bot segue i mercati giorno e notte, senza pause.',
    drawing: (
      <>
        <circle cx="26" cy="28" r="24" />
        <path d="M26 4v6M26 46v6M2 28h6M44 28h6M9 11l4 4M39 41l4 4M43 11l-4 4M13 41l-4 4" />
        <path className="drawn" d="M26 14v14l10 6" />
      </>
    ),
  },
]

export function Features() {
  return (
    <section id="features" className="section" aria-labelledby="features-title">
      <h2 id="features-title">Che cosa fa il bot</h2>
      <ul className="features">
        {features.map(({ name, text, drawing }) => (
          <li key={name}>
            <svg viewBox="0 0 120 56" aria-hidden="true">
              {drawing}
            </svg>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
