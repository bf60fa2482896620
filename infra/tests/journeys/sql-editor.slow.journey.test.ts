import { perFile } from '@tba/testing/per-file.ts'
import { openConsole } from './device.ts'
import { startProduct } from './product.ts'
import { expectOpenToAll } from './violations.ts'

const product = await perFile(startProduct())

test('The editor completes columns with their quotes, asks by Ctrl and Enter, and draws the answer', async () => {
  const page = await openConsole(product.url)
  await page.goto('/admin/sql')
  await page.locator('.sql-editor').waitFor()
  const editor = page.getByRole('textbox', { name: 'Domanda in SQL' })
  await editor.press('Control+a')
  await editor.pressSequentially('select events.recordedA')
  // By a press: Enter counts only when the list has been open for a moment.
  await page.getByRole('option', { name: /recordedAt/ }).click()
  await expect.poll(() => editor.textContent()).toBe('select events."recordedAt"')

  await editor.fill("select * from (values ('uno', 1), ('due', 3)) as t(nome, quanti)")
  await page.keyboard.press('Control+Enter')
  const answer = page.getByRole('region', { name: 'Risposta' })
  await answer.getByRole('cell', { name: 'due' }).waitFor()
  for (const [shape, drawn] of [
    ['bar', '.sql-bars li'],
    ['line', '.day-chart .recharts-line-curve'],
  ] as const) {
    await page.getByLabel('Mostra come').selectOption(shape)
    await page.locator(drawn).first().waitFor()
    await expectOpenToAll(page, shape)
  }
  // Tab leaves the editor.
  await editor.focus()
  await page.keyboard.press('Tab')
  expect(await editor.evaluate(field => field.getRootNode() === document || field.matches(':focus'))).toBe(
    false,
  )
})
