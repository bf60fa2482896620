import { test } from 'vitest'
import { alarm } from './alarm.ts'

const long = 60_000
const never = new AbortController().signal

test('a signal wakes all waiters', async () => {
  const news = alarm()
  const waiting = [news.wait(news.rings, long, never), news.wait(news.rings, long, never)]
  news.ring()
  await Promise.all(waiting)
})

test('a signal between the check and the wait is not lost', async () => {
  const news = alarm()
  const seen = news.rings
  news.ring()
  await news.wait(seen, long, never)
})

test('a waiter stops at its time limit and at its abort signal', async () => {
  const news = alarm()
  await news.wait(news.rings, 1, never)
  const stop = new AbortController()
  const waiting = news.wait(news.rings, long, stop.signal)
  stop.abort()
  await waiting
  await news.wait(news.rings, long, stop.signal)
})
