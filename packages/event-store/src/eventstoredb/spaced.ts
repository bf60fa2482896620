/** Done at once, and then at most this often, however often it is asked for; the last time is never left out. */
export function spaced(work: () => void, everyMs: number): () => void {
  let isResting = false
  let isAsked = false
  function run(): void {
    isAsked = false
    isResting = true
    work()
    setTimeout(() => {
      isResting = false
      if (isAsked) run()
    }, everyMs)
  }
  return () => {
    if (isResting) isAsked = true
    else run()
  }
}
