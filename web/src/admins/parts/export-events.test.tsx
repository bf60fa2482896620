import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signIn } from '../../testing/administrators.ts'
import { json } from '../../testing/api.ts'
import { eventAt, serveHistory } from '../../testing/history.ts'
import { openApp } from '../../testing/render.tsx'

test('Events are downloaded in the chosen format with the filters of the page, in the order of the log', async () => {
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(`${this.pathname}${this.search}`)
  })
  const api = serveHistory([eventAt(1)])
  const url = '/api/admin/export/events?ticket=a.b'
  api.answer({
    'POST /api/admin/export/events/link': () => json(201, { url, expiresAt: '2026-11-22T00:00:00.000Z' }),
  })
  signIn()
  const user = openApp('/admin/events?type=LeadSubmitted&q=prezzi&order=asc&evento=x')
  await user.click((await screen.findAllByRole('button', { name: 'Esporta' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /Parquet/ }))
  await waitFor(() => expect(followed).toEqual([`${url}&type=LeadSubmitted&q=prezzi&format=parquet`]))
  expect(screen.queryByRole('button', { name: /Parquet/ })).toBeNull()
})
