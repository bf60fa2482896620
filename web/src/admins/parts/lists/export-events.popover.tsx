import { ButtonPopover, type PopoverState } from '../filters/button-popover.tsx'
import './export-events.css'

const formats = [
  { format: 'csv', name: 'CSV', use: 'per i fogli di calcolo' },
  { format: 'ndjson', name: 'NDJSON', use: 'una riga di JSON per evento' },
  { format: 'parquet', name: 'Parquet', use: 'per DuckDB, pandas e ClickHouse' },
]

type Props = PopoverState & { note: string | undefined; downloadAs: (format: string) => void }

export default function ExportEventsPopover({ note, downloadAs, ...opened }: Props) {
  return (
    <ButtonPopover {...opened} className="export-events" label="Esporta gli eventi">
      <p className="quiet">
        <span>{note ?? 'Tutti gli eventi che i filtri lasciano passare, dal più vecchio.'}</span> I dati
        sigillati restano vuoti.
      </p>
      {formats.map(({ format, name, use }) => (
        <button
          key={format}
          type="button"
          onClick={() => {
            opened.setOpen(false)
            downloadAs(format)
          }}
        >
          <span>{name}</span> <span className="quiet">{use}</span>
        </button>
      ))}
    </ButtonPopover>
  )
}
