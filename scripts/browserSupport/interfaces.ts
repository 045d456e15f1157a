import {
  isForOfStatement,
  isIdentifier,
  isJsxAttribute,
  isPropertyAccessExpression,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, type Symbol } from 'typescript/unstable/sync'
import { type Feature, firstKnown, globalMember, isKnown, memberFeature, type Use } from './compat.ts'

/** Finds interfaces of browsers and of the language that source files use, by the types of their expressions. */
export function interfaceUses(config: string, isChecked: (file: string) => boolean): Use[] {
  const api = new API()
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is not a project`)
    return project.program
      .getSourceFileNames()
      .filter(isChecked)
      .flatMap((file) => {
        const source = project.program.getSourceFile(file)
        return source ? usesIn(project.checker, file, source) : []
      })
  } finally {
    api.close()
  }
}

function usesIn(checker: Checker, file: string, source: SourceFile): Use[] {
  const found = nodesOf(source)
  const uses = (nodes: Node[], feature: (at: number) => Feature | undefined) =>
    nodes.flatMap((node, at): Use[] => {
      const used = feature(at)
      const line = source.text.slice(0, node.getStart(source)).split('\n').length
      return used ? [{ file, line, feature: used }] : []
    })
  const symbols = found.names.length > 0 ? checker.getSymbolAtLocation(found.names) : []
  const loops = found.loops.map(({ isAsync, expression }) => {
    const type = checker.getTypeAtLocation(expression)
    return type && iterationFeature(checker.getNonNullableType(type)?.getSymbol(), isAsync)
  })
  return [
    ...uses(found.names, (at) => (symbols[at] ? symbolFeature(symbols[at]) : unknownMember(found.names[at]))),
    ...uses(
      found.loops.map(({ expression }) => expression),
      (at) => loops[at],
    ),
    ...uses(
      found.attributes.map(({ node }) => node),
      (at) => attributeFeature(found.attributes[at]),
    ),
  ]
}

interface Attribute {
  node: Node
  element: string
  name: string
}

/** The nodes of a file that may use a feature. */
function nodesOf(source: SourceFile) {
  const names: Node[] = []
  const loops: { expression: Node; isAsync: boolean }[] = []
  const attributes: Attribute[] = []
  const visit = (node: Node): undefined => {
    // types do not exist at run time
    if (isTypeNode(node)) return
    if (isIdentifier(node)) names.push(node)
    if (isForOfStatement(node)) loops.push({ expression: node.expression, isAsync: node.awaitModifier !== undefined })
    if (isJsxAttribute(node)) {
      const element = /^<([a-z]+)/.exec(node.parent.parent.getText(source))?.[1]
      if (element) attributes.push({ node, element, name: node.name.getText(source).toLowerCase() })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return { names, loops, attributes }
}

/** Whether the language or the browsers define a symbol. */
const isOfLibrary = ({ declarations }: Symbol) => declarations.some(({ path }) => /\/lib\.[^/]*\.d\.ts$/.test(path))

/** Interfaces of the library that have another name in the data. */
const otherNames: Record<string, string> = {
  ArrayIterator: 'Iterator',
  Console: 'console',
  IterableIterator: 'Iterator',
  IteratorObject: 'Iterator',
  MapIterator: 'Iterator',
  ReadonlyArray: 'Array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  SetIterator: 'Iterator',
  StringIterator: 'Iterator',
  ...Object.fromEntries(
    [
      'Int8',
      'Uint8',
      'Uint8Clamped',
      'Int16',
      'Uint16',
      'Int32',
      'Uint32',
      'Float32',
      'Float64',
      'BigInt64',
      'BigUint64',
    ].map((kind) => [`${kind}Array`, 'TypedArray']),
  ),
}

function symbolFeature(symbol: Symbol | undefined): Feature | undefined {
  if (!symbol || !isOfLibrary(symbol)) return undefined
  const { name } = symbol
  const parent = symbol.getParent()?.name
  if (parent === undefined || parent === 'globalThis') {
    return firstKnown([
      ['javascript', 'builtins', name],
      ['api', name],
      ['api', 'Window', name],
    ])
  }
  const owner = parent.replace(/Constructor$/, '')
  if (/^CSSStyle(Declaration|Properties)$/.test(owner)) {
    const property: Feature = ['css', 'properties', name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]
    if (isKnown(property)) return property
  }
  return memberFeature(otherNames[owner] ?? owner, name)
}

/** A member of a global object that the configured library does not declare, such as `Promise.try`. */
function unknownMember(name: Node | undefined): Feature | undefined {
  const access = name?.parent
  if (!access || !isPropertyAccessExpression(access) || access.name !== name) return undefined
  const { expression } = access
  return isIdentifier(expression) ? globalMember(expression.text, access.name.text) : undefined
}

function iterationFeature(symbol: Symbol | undefined, isAsync: boolean): Feature | undefined {
  if (!symbol || !isOfLibrary(symbol)) return undefined
  const member = isAsync ? '@@asyncIterator' : '@@iterator'
  return firstKnown([
    ['api', symbol.name, member],
    ['javascript', 'builtins', otherNames[symbol.name] ?? symbol.name, member],
  ])
}

const attributeFeature = (attribute: Attribute | undefined) =>
  attribute &&
  firstKnown([
    ['html', 'elements', attribute.element, attribute.name],
    ['html', 'global_attributes', attribute.name],
  ])
