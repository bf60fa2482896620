import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Files of one room import from another. Rooms are what lies beside each other in a folder: folders and single files. */
type Arrow = { from: string; to: string; example: string }

function arrowsIn(sources: string): Arrow[] {
  const cwd = path.join(root, sources)
  const exclude = ['**/testing/**', '**/*.test.*']
  const found = new Map<string, Arrow>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd, exclude })) {
    const text = readFileSync(path.join(cwd, file), 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+\.tsx?)'/g)) {
      const [own, other] = [file.split('/'), path.join(path.dirname(file), imported).split('/')]
      const fork = own.findIndex((name, at) => name !== other[at])
      if (fork === -1 || other[0] === '..') continue
      const [from, to] = [own, other].map(names => names.slice(0, fork + 1).join('/')) as [string, string]
      found.set(`${from} ${to}`, { from, to, example: `${file} imports ${other.join('/')}` })
    }
  }
  return [...found.values()]
}

/** Rooms that import each other in a circle; null: there are none. */
function circleIn(arrows: readonly Arrow[]): Arrow[] | null {
  const leaving = Map.groupBy(arrows, ({ from }) => from)
  const done = new Set<string>()
  function circleFrom(room: string, way: Arrow[]): Arrow[] | null {
    const begin = way.findIndex(({ from }) => from === room)
    if (begin !== -1) return way.slice(begin)
    if (done.has(room)) return null
    for (const arrow of leaving.get(room) ?? []) {
      const circle = circleFrom(arrow.to, [...way, arrow])
      if (circle) return circle
    }
    done.add(room)
    return null
  }
  for (const room of leaving.keys()) {
    const circle = circleFrom(room, [])
    if (circle) return circle
  }
  return null
}

/** Whether the rooms can be stacked so that at most so many arrows go up, and all others down. */
function areFloors(arrows: readonly Arrow[], mostUp: number): boolean {
  const circle = circleIn(arrows)
  if (!circle || mostUp === 0) return !circle
  return circle.some(up =>
    areFloors(
      arrows.filter(arrow => arrow !== up),
      mostUp - 1,
    ),
  )
}

const strict = ['services/projector/src', 'services/query-api/src']
const sources = globSync(['{packages,services}/*/src', 'web/src', 'infra/start'], { cwd: root }).sort()

test('a circle is found, and each needs an arrow up', () => {
  const arrows = ['a b', 'b c', 'c a', 'c d', 'd c'].map(names => {
    const [from = '', to = ''] = names.split(' ')
    return { from, to, example: '' }
  })
  expect([0, 1, 2].map(most => areFloors(arrows, most))).toEqual([false, false, true])
  expect(areFloors(arrows.slice(0, 2), 0)).toBe(true)
})

test.each(sources)('the rooms of %s are floors: imports go down', folder => {
  const arrows = arrowsIn(folder)
  const circle = circleIn(arrows)?.map(({ example }) => example)
  const mostUp = strict.includes(folder) ? 0 : 2
  expect(areFloors(arrows, mostUp), `one of the circles: ${circle?.join(', ')}`).toBe(true)
})
