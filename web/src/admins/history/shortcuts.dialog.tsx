import { Dialog } from '../../components/dialog.tsx'

const keys = [
  { keys: ['j', '↓'], what: 'evento seguente' },
  { keys: ['k', '↑'], what: 'evento precedente' },
  { keys: ['Invio'], what: 'apre l’evento' },
  { keys: ['/'], what: 'va alle parole' },
  { keys: ['Esc'], what: 'chiude l’evento; nelle parole, le svuota' },
  { keys: ['p', 'Spazio'], what: 'ferma e riprende la diretta' },
  { keys: ['?'], what: 'questo elenco' },
]

export default function ShortcutsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="Tasti" text="Valgono dappertutto, tranne dove si scrive." close={close}>
      <dl className="shortcuts">
        {keys.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
