{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage is blocked: the system's theme.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = theme === 'dark' || (theme !== 'light' && systemIsDark)
  document.documentElement.classList.add(dark ? 'dark' : 'light')
}
