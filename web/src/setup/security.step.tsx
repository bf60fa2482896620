import { CommandButton } from '../shell/command-button.tsx'
import { useCompleteStep } from './next-step.ts'
import { Step } from './step.tsx'

const screenshots = [
  { name: 'Dashboard principale del broker', file: 'dashboard-broker.png' },
  { name: 'Sezione copy trading', file: 'sezione-copy-trading.png' },
  { name: 'Conferma del collegamento del bot', file: 'conferma-collegamento-bot.png' },
  { name: 'Impostazioni di rischio del bot', file: 'impostazioni-rischio-bot.png' },
  { name: 'Conferma finale', file: 'conferma-finale.png' },
]

/** The button uploads nothing: it marks the step done with five placeholder names. */
export function SecurityStep({ done }: { done: boolean }) {
  const { complete, isMutating } = useCompleteStep('3')
  const verify = () =>
    complete({ step3_security_verified: true, step3_screenshots: screenshots.map(({ file }) => file) })
  return (
    <Step number="3" title="Verifica di sicurezza" done={done}>
      <p>Per la verifica servono cinque schermate:</p>
      <ol className="instructions">
        {screenshots.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      {!done && (
        <>
          <p className="drop-zone">Formati supportati: PNG, JPG (max 5MB per file)</p>
          <div className="actions">
            <CommandButton size="3" busy={isMutating} onClick={verify} data-main="3">
              Completa Verifica (Demo)
            </CommandButton>
          </div>
        </>
      )}
    </Step>
  )
}
