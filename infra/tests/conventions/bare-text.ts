import { below, type Node, treeOf } from './syntax.ts'

type Named = { name?: string } | null | undefined

const holdsMarkup = (value: unknown) => below(value).some(({ type }) => type.startsWith('JSX'))
const isFunction = ({ type }: Node) => /^(Arrow)?Function/.test(type)

/** The names in a file that stand for elements: values and functions with markup, and props that are nodes. */
function elementNames(program: Node, code: string): ReadonlySet<string> {
  const names = new Set(['children'])
  for (const node of below(program)) {
    const { type, start, end, id, key } = node as Node & { id: Named; key: Named }
    const isNodeProp = type === 'TSPropertySignature' && /React(Node|Element)/.test(code.slice(start, end))
    if (isNodeProp && key?.name) names.add(key.name)
    const isValue = type === 'VariableDeclarator' || type === 'FunctionDeclaration'
    if (isValue && id?.name && holdsMarkup(node)) names.add(id.name)
  }
  return names
}

/** What a child may be; `moves`: it may change, or come and go. */
type Kind = 'element' | 'text' | 'moves'

function kindsOf(value: unknown, names: ReadonlySet<string>): Kind[] {
  const node = value as Node
  const of = (field: string) => kindsOf(node[field], names)
  const nameOf = (named: unknown): string => {
    const { name, property } = named as { name?: string; property?: Named }
    return name ?? property?.name ?? ''
  }
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'JSXExpressionContainer':
    case 'ChainExpression':
      return of('expression')
    case 'JSXEmptyExpression':
      return []
    case 'JSXText':
    case 'Literal':
      // Translators leave whitespace alone.
      return node.value === null || String(node.value).trim() === '' ? [] : ['text']
    case 'Identifier':
      return names.has(nameOf(node)) ? ['element'] : ['text', 'moves']
    case 'MemberExpression':
      if (nameOf(node.object) === 'brand') return ['text']
      return names.has(nameOf(node)) ? ['element'] : ['text', 'moves']
    case 'ConditionalExpression':
      return [...of('consequent'), ...of('alternate'), 'moves']
    case 'LogicalExpression':
      return [...(node.operator === '??' ? of('left') : []), ...of('right'), 'moves']
    case 'CallExpression': {
      const called = nameOf(node.callee)
      const isMarkup = names.has(called) || /^(flatM|m)ap$/.test(called) || holdsMarkup(node.arguments)
      return isMarkup ? ['element', 'moves'] : ['text', 'moves']
    }
    default:
      return ['text', 'moves']
  }
}

/** What a component returns itself, not the functions in it. */
function returnsOf(component: Node): unknown[] {
  const body = component.body as Node
  if (body.type !== 'BlockStatement') return [body]
  return [...below(body, isFunction)].flatMap(({ type, argument }) =>
    type === 'ReturnStatement' && argument ? [argument] : [],
  )
}

const isComponent = (named: Named) => /^[A-Z][a-z]/.test(named?.name ?? '')

/**
 * The texts of a file that React could not change or move any more once a translator has replaced their text node: a text
 * that moves, or stands beside something that moves, has an element of its own.
 * @returns each as its line and source
 */
export function bareTexts(file: string, code: string): string[] {
  const program = treeOf(file, code)
  const names = elementNames(program, code)
  const isText = (value: unknown) => kindsOf(value, names).includes('text')
  const found = [...below(program)].flatMap(node => {
    const { type, id, init, children } = node as Node & { id: Named; init?: Node; children: Node[] }
    if (type === 'FunctionDeclaration' && isComponent(id)) return returnsOf(node).filter(isText)
    if (type === 'VariableDeclarator' && isComponent(id) && init && isFunction(init) && holdsMarkup(init))
      return returnsOf(init).filter(isText)
    if (type === 'JSXFragment') return children.filter(isText)
    if (type !== 'JSXElement') return []
    const shown = children.filter(child => kindsOf(child, names).length > 0)
    const moves = shown.length > 1 && shown.some(child => kindsOf(child, names).includes('moves'))
    return moves ? shown.filter(isText) : []
  }) as Node[]
  return found.map(({ start, end }) => {
    const line = code.slice(0, start).split('\n').length
    return `${file}:${line} ${code.slice(start, end).trim().replace(/\s+/g, ' ')}`
  })
}
