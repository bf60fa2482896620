import { DownloadIcon } from '@radix-ui/react-icons'
import { setMeasurementId } from '@tba/events/admins/commands.ts'
import { type Dashboard, settings } from '@tba/events/admins/views.ts'
import { Tabs } from 'radix-ui'
import type { z } from 'zod'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { CommandButton } from '../../forms/command-button.tsx'
import { InputField } from '../../forms/field.tsx'
import { useToast } from '../../toasts/toast.ts'
import { consoleCommand } from '../api/calls.ts'
import { useFailureToast, useView, type ViewAnswer } from '../api/reads.ts'
import { usePermission } from '../api/token.ts'
import { settingsPage, settingsTab } from '../console-pages.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { useDownload } from '../parts/lists/export-events.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { KeepRequests } from './keep-requests.form.tsx'
import { type List, lists } from './lists.tsx'

type Answer = ViewAnswer<Dashboard>
const maxShown = 100

function ListTab({ list, answer }: { list: List; answer: Answer }) {
  const view = answer.data?.view
  const { isRequesting, download } = useDownload(list)
  const mayDownload = usePermission(list === 'questionnaires' ? 'download-submissions' : 'analyse')
  return (
    <>
      <div className="list-head">
        <p className="quiet small">{view?.[list].length === maxShown && `Ultimi ${maxShown}`}</p>
        {mayDownload && (
          <CommandButton variant="outline" busy={isRequesting} onClick={() => download()}>
            <DownloadIcon aria-hidden />
            Esporta CSV
          </CommandButton>
        )}
      </div>
      {!view && <ViewState answer={answer} />}
      {view && view[list].length === 0 && <p className="list-empty">{lists[list].empty}</p>}
      {view && view[list].length > 0 && <div>{lists[list].table(view)}</div>}
    </>
  )
}

const allTabs: { value: string; name: string; list?: List }[] = [
  { value: 'questionari', name: 'Questionari', list: 'questionnaires' },
  { value: 'interazioni', name: 'Interazioni', list: 'interactions' },
  { value: 'analytics', name: 'Analytics', list: 'analytics' },
  { value: settingsTab, name: settingsPage.title },
]

export function DashboardTabs({ answer }: { answer: Answer }) {
  const filters = useFilters()
  const maySet = usePermission('settings')
  const tabs = allTabs.filter(({ list }) => list || maySet)
  const open = tabs.find(({ value }) => value === filters.get('tab')) ?? tabs[0]
  return (
    <Tabs.Root value={open?.value ?? ''} onValueChange={value => filters.set('tab', value)}>
      <Tabs.List className="console-tabs" aria-label="Dati raccolti">
        {tabs.map(({ value, name }) => (
          <Tabs.Trigger key={value} value={value}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, list }) => (
        <Tabs.Content key={value} value={value}>
          {list ? <ListTab list={list} answer={answer} /> : <SettingsTab />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

type Settings = z.infer<typeof settings>
const settingsPath = '/api/admin/settings'

function SettingsForm({ saved, onSaved }: { saved: Settings; onSaved: (view: Settings) => unknown }) {
  const toast = useToast()
  const fail = useFailureToast()
  const form = useCheckedForm(setMeasurementId, { submit, defaultValues: saved })

  async function submit(typed: Settings) {
    try {
      onSaved(await consoleCommand('POST', `${settingsPath}/ga`, typed))
      toast({ title: 'Impostazioni salvate' })
    } catch (error) {
      fail(error, 'Impossibile salvare le impostazioni')
    }
  }

  return (
    <div className="settings-form">
      <CheckedForm form={form} submit={{ label: 'Salva', pending: 'Salvataggio...' }}>
        <InputField
          label="ID di misurazione"
          placeholder="G-XXXXXXXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('measurementId')}
        />
        <p className="quiet small">
          L'identificativo di Google Analytics. Lasciato vuoto, non ce n'è nessuno.
        </p>
      </CheckedForm>
    </div>
  )
}

function SettingsTab() {
  const answer = useView(settingsPath, settings)
  const { data, mutate } = answer
  if (!data) return <ViewState answer={answer} />
  const update = (view: Settings) => mutate({ view, readAt: new Date() }, { revalidate: false })
  return (
    <>
      <SettingsForm saved={data.view} onSaved={update} />
      <KeepRequests />
    </>
  )
}
