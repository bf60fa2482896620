import { type SaveCredentials, saveCredentials } from '@tba/events/setup/commands.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { brokerServers } from '../../content/brand.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSaveCredentials } from '../calls.ts'

const platforms = ['MT4', 'MT5'].map(name => ({ value: name, label: name }))
const servers = brokerServers.map(({ server, region }) => ({ value: server, label: `${server} · ${region}` }))

const empty: SaveCredentials = { platform: 'MT4', server: '', loginNumber: '', password: '' }

export default function CredentialsDialog({ close, onSaved }: { close: () => void; onSaved: () => void }) {
  const { trigger } = useSaveCredentials()
  const form = useCheckedForm(saveCredentials, {
    submit: credentials => trigger(credentials),
    done: { title: 'Credenziali salvate!', description: 'Il tuo conto di trading è collegato.' },
    onDone() {
      close()
      onSaved()
    },
    failed: 'Si è verificato un errore. Riprova più tardi.',
    failedTitle: 'Errore nel salvataggio',
    defaultValues: empty,
  })
  const { control, field } = form
  return (
    <Dialog
      title="Autenticazione MT4/MT5"
      text="La password viene cifrata e non viene mai più mostrata."
      close={close}
    >
      <CheckedForm form={form} submit={{ label: 'Salva Credenziali', pending: 'Salvataggio...' }}>
        <div className="form-pair">
          <SelectField label="Piattaforma" options={platforms} control={control} name="platform" />
          <SelectField
            label="Server"
            placeholder="Scegli il server"
            options={servers}
            control={control}
            name="server"
          />
        </div>
        <InputField label="Numero account" inputMode="numeric" autoComplete="off" {...field('loginNumber')} />
        <PasswordField label="Password" autoComplete="off" {...field('password')} />
      </CheckedForm>
    </Dialog>
  )
}
