import { isKeyOf, keysOf, recordOf } from './keys.ts'

test('an object has its own keys, and not those of every object', () => {
  const sizes = { small: 1, large: 2 }
  expect(keysOf(sizes)).toEqual(['small', 'large'])
  expect(['small', 'toString'].map(key => isKeyOf(sizes, key))).toEqual([true, false])
  expect(recordOf(['a', 'bb'], key => key.length)).toEqual({ a: 1, bb: 2 })
})
