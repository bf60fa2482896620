import { screen } from '@testing-library/react'
import { json } from '../../testing/api.ts'
import { openRequests } from '../../testing/requests.ts'

test('The columns of what became of requests are named and explained without a press', async () => {
  const counts = { requests: 4, contactedInADay: 2, registered: 1, activated: 1, medianHours: 30 }
  openRequests('/outcomes?by=plan', {
    'GET /api/admin/requests/outcomes': () =>
      json(200, { persons: 3, tied: 1, rows: [{ value: 'elite', ...counts }] }),
  })
  await screen.findByRole('row', { name: /Elite/ })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Piano', 'Richieste', 'Contattate entro 24 ore', 'Seguite da registrazione'],
    ...['Seguite da un piano', 'Tempo mediano al piano'],
  ])
  const said = screen.getByText(/^Contattate entro 24 ore: .*Le percentuali sono sulle richieste/)
  expect(said.closest('details')?.open).toBe(true)
  // Else past weeks shrink without a reason.
  screen.getByText(/^Una richiesta cancellata, .* la Panoramica invece la conta ancora\.$/)
})
