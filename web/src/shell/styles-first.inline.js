// The common styles came last, not to hold up the first view. From now on they stand where any other page has them,
// before what the app brings along: of two rules of one weight the later wins.
for (const late of document.querySelectorAll('body > link[rel=stylesheet]')) {
  const first = late.cloneNode()
  first.addEventListener('load', () => late.remove())
  document.querySelector('head > style').after(first)
}
