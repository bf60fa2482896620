import { createNotifier } from './notifier.ts'

const long = 60_000
const never = new AbortController().signal

test('a signal wakes all waiters', async () => {
  const news = createNotifier()
  const waiting = [news.wait(news.count, long, never), news.wait(news.count, long, never)]
  news.notify()
  await Promise.all(waiting)
})

test('a signal between the check and the wait is not lost', async () => {
  const news = createNotifier()
  const seen = news.count
  news.notify()
  await news.wait(seen, long, never)
})

test('a waiter stops at its time limit and at its abort signal', async () => {
  const news = createNotifier()
  await news.wait(news.count, 1, never)
  const stop = new AbortController()
  const waiting = news.wait(news.count, long, stop.signal)
  stop.abort()
  await waiting
  await news.wait(news.count, long, stop.signal)
})
