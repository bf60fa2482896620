// The health check of an image: whether the service is ready. Debian's and Node.js' images have no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, {
  signal: AbortSignal.timeout(4_000),
})
if (!answer.ok) {
  console.error(await answer.text())
  process.exit(1)
}
