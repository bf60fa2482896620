/** Every address that is a page. Whatever else a browser asks for outside of /api is answered 404. */
export const paths = [
  '/',
  '/auth',
  '/dashboard',
  '/profile',
  '/strategies',
  '/press-kit',
  '/questionnaire',
  '/reset-password',
  '/admin/login',
  '/admin/dashboard',
  '/privacy',
  '/termini',
  '/cookie',
]
