import { type SaveCredentials, saveCredentials } from '@tba/events/setup/commands.ts'
import { useController } from 'react-hook-form'
import { AfterPaint, Dialog } from '../../components/dialog.tsx'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import { brokerServers } from '../broker-servers.ts'
import { useSaveCredentials } from '../calls.ts'
import { newLicenceCode } from '../licence-code.ts'

const platforms = ['MT4', 'MT5'].map(name => ({ value: name, label: name }))
const servers = brokerServers.map(({ server, region }) => ({ value: server, label: `${server} · ${region}` }))

const empty = { platform: 'MT4' as SaveCredentials['platform'], server: '', loginNumber: '', password: '' }

type Props = { close: () => void; onLicence: (code: string) => void }

export default function CredentialsDialog({ close, onLicence }: Props) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useSaveCredentials()
  const form = useCheckedForm(saveCredentials, { submit, defaultValues: empty })
  const { field: platform } = useController({ name: 'platform', control: form.control })
  const { field: server, fieldState } = useController({ name: 'server', control: form.control })

  async function submit(credentials: SaveCredentials) {
    try {
      await trigger(credentials)
      toast({ title: 'Credenziali salvate!', description: 'Il tuo conto di trading è collegato.' })
      close()
      onLicence(newLicenceCode())
    } catch (error) {
      fail(error, 'Si è verificato un errore. Riprova più tardi.', 'Errore nel salvataggio')
    }
  }

  return (
    <Dialog
      title="Autenticazione MT4/MT5"
      text="La password viene cifrata e non viene mai più mostrata."
      close={close}
    >
      <AfterPaint>
        <CheckedForm form={form} submit={{ label: 'Salva Credenziali', pending: 'Salvataggio...' }}>
          <div className="form-pair">
            <SelectField label="Piattaforma" options={platforms} {...platform} />
            <SelectField
              label="Server"
              placeholder="Scegli il server"
              error={fieldState.error?.message}
              options={servers}
              {...server}
            />
          </div>
          <InputField
            label="Numero account"
            inputMode="numeric"
            autoComplete="off"
            {...form.field('loginNumber')}
          />
          <PasswordField label="Password" autoComplete="off" {...form.field('password')} />
        </CheckedForm>
      </AfterPaint>
    </Dialog>
  )
}
