import { ok } from '@tba/events/ok.ts'
import type { SaveView } from '@tba/events/views/commands.ts'
import { savedView, savedViews } from '@tba/events/views/views.ts'
import { consoleCommand } from '../console-call.ts'
import { readAgain, useView } from '../console-data.ts'

const path = '/api/admin/views'

/** What every administrator has saved, the newest first, as many as one answer holds. */
export const useSavedViews = () => useView(`${path}?limit=200`, savedViews, readAgain)

/** @param id of the view that it replaces; null for a new one */
export async function saveView(id: string | null, view: SaveView): Promise<void> {
  if (id === null) savedView.pick({ id: true }).parse(await consoleCommand('POST', path, view))
  else ok.parse(await consoleCommand('PUT', `${path}/${id}`, view))
}

export async function deleteView(id: string): Promise<void> {
  ok.parse(await consoleCommand('DELETE', `${path}/${id}`, undefined))
}
