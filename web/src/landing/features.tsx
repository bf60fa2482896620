const features = [
  ['Algoritmi intelligenti', 'Modelli di apprendimento automatico che si aggiornano con il mercato.'],
  ['Analisi predittiva', 'Prezzi, volumi e notizie letti insieme, prima di ogni ordine.'],
  ['Gestione del rischio', 'Stop-loss automatico e perdita massima giornaliera che scegli tu.'],
  ['Esecuzione rapida', 'Gli ordini partono appena il segnale si forma.'],
  ['App mobile', 'Operazioni e risultati sempre sul telefono.'],
  ['Trading 24/7', 'Il bot segue i mercati giorno e notte, senza pause.'],
] as const

export function Features() {
  return (
    <section id="features" className="section" aria-labelledby="features-title">
      <h2 id="features-title">Che cosa fa il bot</h2>
      <ol className="features">
        {features.map(([name, text]) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
