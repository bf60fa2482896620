import { ok } from '@tba/events/failure.ts'
import type { OrderLetters, SaveReport } from '@tba/events/reports/definition.ts'
import { countedReport, reportLetters, reportLinks, savedReport } from '@tba/events/reports/views.ts'
import { savedRow } from '@tba/events/saved/row.ts'
import useSWR from 'swr'
import { z } from 'zod'
import { send } from '../../api/http.ts'
import { consoleCommand, readAs } from '../api/calls.ts'
import { askQuestion } from '../api/long-questions.ts'
import { alwaysFresh, useRecord, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

const path = '/api/admin/reports'
const { addressOf: pathOf, save, remove } = savedAt<SaveReport>(path)
export const deleteReport = remove

const saved = savedRow.extend(savedReport.shape)
export type Saved = z.infer<typeof saved>
const list = z.object({ reports: z.array(saved), next: z.string().nullable() })

/** At most 200, the newest first. */
export const useReports = () => useView(`${path}?limit=200`, list, alwaysFresh)

export const useReport = (id: string) =>
  useRecord(pathOf(id), async address => countedReport.parse(await askQuestion(address, null)))

export const useReportLinks = (id: string) => useSWR(`${pathOf(id)}/links`, readAs(reportLinks), alwaysFresh)

/** `id` null: a new one. */
export const saveReport = async (id: string | null, report: SaveReport) => (await save(id, report)).id

const made = z.object({ id: z.string(), url: z.string() })
export const linkReport = async (id: string, days: number) =>
  made.parse(await consoleCommand('POST', `${pathOf(id)}/links`, { days }))

export const revokeLink = async (id: string, link: string) =>
  ok.parse(await consoleCommand('DELETE', `${pathOf(id)}/links/${link}`, undefined))

export const useReportLetters = (id: string) =>
  useSWR(`${pathOf(id)}/letters`, readAs(reportLetters), { ...alwaysFresh, refreshInterval: 15_000 })

export const orderLetters = (id: string, order: OrderLetters) =>
  consoleCommand('POST', `${pathOf(id)}/letters`, order)
export const endLetters = (letters: string) =>
  consoleCommand('DELETE', `/api/admin/letters/${letters}`, undefined)
/** To the account that asks. */
export const testLetters = (letters: string) =>
  consoleCommand('POST', `/api/admin/letters/${letters}/test`, undefined)

/** For whoever has a link. The token buys a cookie. */
export async function readShared(token: string) {
  // No visit.
  const call = { bearer: '' }
  const body = JSON.stringify({ token })
  ok.parse(await send({ ...call, method: 'POST', path: '/api/reports/open', body }))
  return countedReport.parse(await send({ ...call, method: 'GET', path: '/api/reports/current' }))
}
