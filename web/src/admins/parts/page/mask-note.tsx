import { usePermission } from '../../api/token.ts'
import { mask } from '../words/actors.tsx'

/** Says once on a page why an analyst sees masks. */
export function MaskNote() {
  if (usePermission('see-persons')) return null
  return (
    <p className="quiet small" role="note">
      {`${mask} copre i dati delle persone e gli indirizzi della console: li legge solo un amministratore.`}
    </p>
  )
}
