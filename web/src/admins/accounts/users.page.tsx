import { inviteAdmin } from '@tba/events/admins/commands.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import { type ConsoleAccountRow, consoleAccounts } from '@tba/events/admins/views.ts'
import { keysOf } from '@tba/events/keys.ts'
import { Suspense, useState } from 'react'
import { shownEmail } from '../../components/email.ts'
import { lazyPart } from '../../components/on-demand.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { Field, InputField } from '../../forms/field.tsx'
import { NativeSelect } from '../../forms/native-fields.tsx'
import { Part } from '../../shell/page-states.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useList } from '../api/pages.ts'
import { useAction } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { Select, TextButton } from '../parts/filters/controls.tsx'
import { type Column, PagedList } from '../parts/lists/data-table.tsx'
import { RemoveDialog } from '../parts/page/dialogs.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { accountStates, roleNames } from '../parts/words/labels.ts'
import './accounts.css'

const OwnAccount = lazyPart(() => import('./own-account.tsx'))

const path = '/api/admin/users'
const invite = (invited: { email: string; role: Role }) => consoleCommand('POST', path, invited)
const changeRole = (id: string, role: Role) => consoleCommand('PATCH', `${path}/${id}`, { role })
const endAccount = (id: string) => consoleCommand('DELETE', `${path}/${id}`, undefined)

const roles = keysOf(roleNames).map(value => ({ value, label: roleNames[value] }))

/** The console does not know whether the server has a mail server. */
const invited = 'Invito registrato: la lettera parte da sé'

type Act = (done: string, work: () => Promise<unknown>) => Promise<void>

function InviteForm({ runAction: act }: { runAction: Act }) {
  const form = useCheckedForm(inviteAdmin, {
    defaultValues: { email: '', role: 'analyst' },
    submit: sent => act(invited, () => invite(sent)),
  })
  return (
    <CheckedForm form={form} submit={{ label: 'Invita', pending: 'Invito in corso...' }}>
      <div className="form-pair">
        <InputField label="Email" type="email" autoComplete="off" required {...form.field('email')} />
        <Field label="Ruolo">
          {control => <NativeSelect options={roles} {...control} {...form.field('role')} />}
        </Field>
      </div>
    </CheckedForm>
  )
}

const columnsFor = (act: Act, end: (account: ConsoleAccountRow) => void): Column<ConsoleAccountRow>[] => [
  { name: 'Email', width: '32%', cell: ({ email }) => shownEmail(email) },
  {
    name: 'Ruolo',
    width: '20%',
    cell: ({ id, email, role, state }) => (
      <Select
        aria-label={`Ruolo di ${shownEmail(email)}`}
        options={roles}
        value={role}
        disabled={state === 'ended'}
        choose={chosen => void act('Ruolo cambiato', () => changeRole(id, chosen))}
      />
    ),
  },
  { name: 'Stato', width: '12%', cell: ({ state }) => <span className="badge">{accountStates[state]}</span> },
  {
    name: 'Ultimo accesso',
    width: '20%',
    cell: ({ lastSignInAt }) => lastSignInAt && <MomentOf at={lastSignInAt} />,
  },
  {
    name: 'Che fare',
    width: '16%',
    cell: account =>
      account.state === 'ended' ? null : (
        <span className="account-commands">
          {account.state === 'invited' && account.email && (
            <TextButton
              aria-label={`Manda di nuovo l’invito a ${shownEmail(account.email)}`}
              onClick={() =>
                void act(invited, () => invite({ email: account.email ?? '', role: account.role }))
              }
            >
              Manda di nuovo
            </TextButton>
          )}{' '}
          <TextButton
            aria-label={`Togli l’accesso a ${shownEmail(account.email)}`}
            onClick={() => end(account)}
          >
            Togli l’accesso…
          </TextButton>
        </span>
      ),
  },
]

function Accounts() {
  const { run } = useAction('Richiesta non riuscita: riprova.')
  const list = useList(`${path}?`, consoleAccounts, ({ users }) => users)
  const [accountToEnd, setAccountToEnd] = useState<ConsoleAccountRow | null>(null)
  const [formKey, setFormKey] = useState(0)

  const act = (title: string, work: () => Promise<unknown>) =>
    run(async () => {
      await work().finally(list.mutate)
      setFormKey(before => before + 1)
    }, title)

  return (
    <>
      <PagedList
        caption="Gli account della console"
        columns={columnsFor(act, setAccountToEnd)}
        list={list}
        words={{ more: 'Mostra altri', none: 'Nessun account.' }}
      />
      <section className="account-panel" aria-labelledby="invite">
        <h2 id="invite">Invita qualcuno</h2>
        <p className="quiet small">
          Riceve un’email con un link che vale 72 ore, se il server può spedire posta: altrimenti la lettera è
          un file nella sua cartella «mail». Un analista legge tutto ciò che non è sigillato, senza nomi né
          indirizzi.
        </p>
        <InviteForm key={formKey} runAction={act} />
      </section>
      {accountToEnd && (
        <RemoveDialog
          words={{
            title: 'Togli l’accesso',
            text: `${shownEmail(accountToEnd.email)} non potrà più entrare nella console, e le sue sessioni finiscono subito.`,
            done: 'Accesso tolto',
            failed: 'Accesso non tolto: riprova.',
            confirm: 'Togli l’accesso',
          }}
          remove={() => endAccount(accountToEnd.id)}
          removed={list.mutate}
          close={() => setAccountToEnd(null)}
        />
      )}
    </>
  )
}

export default function UsersPage() {
  return (
    <main className="console">
      <header className="console-title">
        <h1>Account</h1>
      </header>
      {usePermission('accounts') && <Accounts />}
      <Part>
        <Suspense>
          <OwnAccount />
        </Suspense>
      </Part>
    </main>
  )
}
