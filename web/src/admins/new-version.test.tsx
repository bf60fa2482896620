import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openConsole } from '../testing/administrators.ts'
import { fromThisBuild } from './new-version.ts'

const pageOf = (build: string) =>
  `<script type="module" crossorigin src="/assets/index-${build}.js"></script>`

/** A page of the build «old», for which the server gives out `served`; null: it does not answer. */
function open(served: string | null) {
  document.head.insertAdjacentHTML('beforeend', '<script type="module" src="/assets/index-old.js"></script>')
  vi.stubGlobal('fetch', async () => {
    if (served === null) throw new TypeError('Failed to fetch')
    return new Response(pageOf(served))
  })
  const reload = vi.fn()
  const load = fromThisBuild(() => Promise.reject(new Error('404')), reload)
  return { reload, load }
}

afterEach(() => {
  document.head.querySelector('script[src^="/assets/index-"]')?.remove()
  sessionStorage.clear()
})

test('A page without its code after a release reloads once, and only once', async () => {
  const { reload, load } = open('new')
  void load()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await expect(load()).rejects.toThrow('404')
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['the build is the same', 'old'],
  ['nobody answers', null],
])('Code that does not come while %s is no reason to reload', async (_what, served) => {
  const { reload, load } = open(served)
  await expect(load()).rejects.toThrow('404')
  expect(reload).not.toHaveBeenCalled()
})

test('The reloaded page announces the new version once', async () => {
  sessionStorage.setItem('reloaded_silently', 'true')
  openConsole('/admin/dashboard')
  await screen.findByText(/^È uscita una nuova versione/)
  expect(sessionStorage.getItem('reloaded_silently')).toBeNull()
})
