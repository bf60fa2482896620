import { zodResolver } from '@hookform/resolvers/zod'
import { type SaveCredentials, saveCredentials } from '@tba/events/setup/commands.ts'
import { useController, useForm } from 'react-hook-form'
import { PasswordField } from '../accounts/password-field.tsx'
import { AfterPaint } from '../shell/after-paint.tsx'
import { CommandButton } from '../shell/command-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { InputField } from '../shell/input-field.tsx'
import { keepFocus } from '../shell/keep-focus.ts'
import { SelectField } from '../shell/select-field.tsx'
import { useFailure, useToast } from '../shell/toast.ts'
import { brokerServers } from './broker-servers.ts'
import { newLicenceCode } from './licence-code.ts'
import { useSaveCredentials } from './mt4-credentials.ts'

const platforms = ['MT4', 'MT5'].map(name => ({ value: name, label: name }))
const servers = brokerServers.map(({ server, region }) => ({ value: server, label: `${server} · ${region}` }))

const empty = { platform: 'MT4' as SaveCredentials['platform'], server: '', loginNumber: '', password: '' }

function useCredentialsForm(onSaved: () => void) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useSaveCredentials()
  const form = useForm({ resolver: zodResolver(saveCredentials), mode: 'onBlur', defaultValues: empty })
  const submit = form.handleSubmit(async credentials => {
    try {
      await trigger(credentials)
      toast({ title: 'Credenziali salvate!', description: 'Il tuo conto di trading è collegato.' })
      onSaved()
    } catch (error) {
      fail(error, 'Si è verificato un errore. Riprova più tardi.', 'Errore nel salvataggio')
    }
  })
  return { form, submit }
}

type Props = { close: () => void; onLicence: (code: string) => void }

export default function CredentialsDialog({ close, onLicence }: Props) {
  const { form, submit } = useCredentialsForm(() => {
    close()
    onLicence(newLicenceCode())
  })
  const { field: platform } = useController({ name: 'platform', control: form.control })
  const { field: server } = useController({ name: 'server', control: form.control })
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog
      title="Autenticazione MT4/MT5"
      text="La password viene cifrata e non viene mai più mostrata."
      close={close}
    >
      <AfterPaint>
        <form className="form" noValidate autoComplete="off" onSubmit={submit}>
          <div className="form-pair">
            <SelectField label="Piattaforma" options={platforms} {...platform} />
            <SelectField
              label="Server"
              placeholder="Scegli il server"
              error={errors.server?.message}
              options={servers}
              {...server}
            />
          </div>
          <InputField
            label="Numero account"
            error={errors.loginNumber?.message}
            inputMode="numeric"
            {...form.register('loginNumber')}
          />
          <PasswordField
            label="Password"
            error={errors.password?.message}
            autoComplete="off"
            {...form.register('password')}
          />
          <CommandButton type="submit" size="3" {...keepFocus} busy={isSubmitting}>
            {isSubmitting ? 'Salvataggio...' : 'Salva Credenziali'}
          </CommandButton>
        </form>
      </AfterPaint>
    </Dialog>
  )
}
