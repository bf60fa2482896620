import { test } from 'vitest'
import { alarm } from './alarm.ts'

const long = 60_000
const never = new AbortController().signal

test('a ring wakes all who wait', async () => {
  const news = alarm()
  const waiting = [news.wait(news.rings, long, never), news.wait(news.rings, long, never)]
  news.ring()
  await Promise.all(waiting)
})

test('a ring between the look and the wait is not lost', async () => {
  const news = alarm()
  const seen = news.rings
  news.ring()
  await news.wait(seen, long, never)
})

test('nobody waits longer than he wants, or after he was told to stop', async () => {
  const news = alarm()
  await news.wait(news.rings, 1, never)
  const stop = new AbortController()
  const waiting = news.wait(news.rings, long, stop.signal)
  stop.abort()
  await waiting
  await news.wait(news.rings, long, stop.signal)
})
