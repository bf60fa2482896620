import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Fetching } from '../accounts/fetching.tsx'
import { App } from '../app.tsx'
import { ToastOutlet } from '../toasts/toast-outlet.tsx'

/** A new browser: no session, no toasts, no chosen theme. */
function FreshBrowser({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Provider>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        {children}
      </MemoryRouter>
    </Provider>
  )
}

export function openApp(path: string) {
  render(
    <FreshBrowser path={path}>
      <App />
    </FreshBrowser>,
  )
  return userEvent.setup()
}

export function openPart(part: ReactNode) {
  render(
    <FreshBrowser path="/">
      <Fetching>{part}</Fetching>
      <ToastOutlet />
    </FreshBrowser>,
  )
  return userEvent.setup()
}
