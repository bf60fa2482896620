import { Command } from 'cmdk'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '../../components/dialog.tsx'
import { usePermission } from '../api/token.ts'
import { usePalette } from './palette-data.ts'
import './palette.css'

export default function PaletteDialog({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const { typed, type, isSearching, groups } = usePalette()
  const seesPersons = usePermission('see-persons')
  function go(to: string) {
    close()
    navigate(to)
  }
  return (
    <Dialog
      title="Cerca nella console"
      text={`Una pagina, ${seesPersons ? 'una persona, ' : ''}un evento dal suo id, una ricevuta, qualcosa di salvato.`}
      close={close}
    >
      <Command label="Cerca nella console" shouldFilter={false} vimBindings={false} loop className="palette">
        <Command.Input
          autoFocus
          className="text-filter"
          placeholder="Scrivi un nome o un numero…"
          value={typed}
          onValueChange={type}
          maxLength={200}
        />
        <Command.List label="Trovati">
          {isSearching && <p className="quiet">Cerco tra le persone…</p>}
          {!isSearching && groups.length === 0 && <p className="quiet">Niente con questo nome o numero.</p>}
          {groups.map(({ title, entries }) => (
            <Command.Group key={title} heading={title}>
              {entries.map(({ to, label, detail }) => (
                <Command.Item key={to} value={`${title} ${to}`} onSelect={() => go(to)}>
                  <span>{label}</span> <span className="quiet">{detail}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
