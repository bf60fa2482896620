import { Menu } from 'radix-ui/internal'

type NoViewsProps = { count: number | undefined; error: Error | undefined; retry: () => unknown }

/** What the menu says where there is nothing to list. */
export function NoViews({ count, error, retry }: NoViewsProps) {
  if (count) return null
  if (count === 0) {
    return (
      <p className="views-note">
        Nessuna vista salvata, finora: scegli dei filtri e dai loro un nome. La troveranno tutti gli
        amministratori.
      </p>
    )
  }
  if (!error) return <p className="views-note">Caricamento…</p>
  const again = (event: Event) => {
    event.preventDefault()
    retry()
  }
  return (
    <>
      <p className="views-note" role="alert">
        Impossibile caricare le viste
      </p>
      <Menu.Item className="views-item" onSelect={again}>
        Riprova
      </Menu.Item>
    </>
  )
}
