import { workThrough } from './work-through.ts'

test('after a failure the others are done, and the first failure is thrown at the end', async () => {
  const done: number[] = []
  const working = workThrough([1, 2, 3, 4], async item => {
    if (item % 2 === 0) throw new Error(`no ${item}`)
    done.push(item)
  })
  await expect(working).rejects.toThrow('no 2')
  expect(done).toEqual([1, 3])
})

test('without a failure nothing is thrown', async () => {
  const done: string[] = []
  await workThrough(['a', 'b'], async item => void done.push(item))
  expect(done).toEqual(['a', 'b'])
})
