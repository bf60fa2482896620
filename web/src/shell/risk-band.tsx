export function RiskBand() {
  return (
    <p className="risk-band" role="note">
      <strong>Avviso di rischio.</strong> Il trading su forex e CFD con leva può farti perdere in poco tempo
      tutto il denaro impiegato. Un software automatico non elimina questo rischio e non garantisce guadagni.
    </p>
  )
}
