const kinds = new Map([
  ['visitor', 'Visitatore'],
  ['customer', 'Cliente'],
  ['admin', 'Amministratore'],
  ['system', 'Sistema'],
  ['demo', 'Dati di prova'],
])

/** Who did it: their kind in Italian, and the id behind it. What is unknown is shown as it is. */
export function actorName(actor: string): { kind: string; id: string } {
  const [word = '', ...id] = actor.split(':')
  return { kind: kinds.get(word) ?? word, id: id.join(':') }
}
