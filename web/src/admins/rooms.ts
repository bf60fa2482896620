/**
 * The console's rooms, in the order of its head: a line here and `<name>.room.tsx` beside it make one at
 * `/admin/<name>`, with its page, its place in the head and the guard before it.
 */
export const rooms = [{ name: 'dashboard', title: 'Cruscotto' }] as const
