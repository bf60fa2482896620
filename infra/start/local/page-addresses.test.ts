import { ownAddress } from './page-addresses.ts'

const pages = ['/', '/auth', '/admin', '/admin/login', '/admin/customers', '/admin/customers/:id']

test.each([
  ['/auth/', '/auth'],
  ['/AUTH', '/auth'],
  ['/Auth//?a=1&b=%20?c', '/auth?a=1&b=%20?c'],
  ['/Admin/Customers/Ab%2FC/', '/admin/customers/Ab%2FC'],
  ['//', '/'],
])('%s is %s in another spelling', (asked, own) => expect(ownAddress(asked, pages)).toBe(own))

test.each([
  '/',
  '/?x',
  '/auth',
  '/admin/customers/Ab',
  '/nowhere/',
  '//evil.example/',
  '/auth/x',
  '/api/',
  '/%E0%A4%A/',
])('%s is no other spelling of a page', asked => expect(ownAddress(asked, pages)).toBeNull())
