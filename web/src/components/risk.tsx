import { sampleFigures } from '../content/plans.ts'

export function RiskBand() {
  return (
    <p className="risk-band" role="note">
      <strong>Avviso di rischio.</strong> Il trading su forex e CFD con leva può farti perdere in poco tempo
      tutto il denaro impiegato. Un software automatico non elimina questo rischio e non garantisce guadagni.
    </p>
  )
}

/** The title of a figure that shows sample data. */
export function SampleTitle({ children }: { children: string }) {
  return (
    <>
      <span>{children}</span>
      <span className="sample-label">{sampleFigures}</span>
    </>
  )
}
