import type { Link } from '../shared/links.ts'

/** A mark for a name. A link that leads back ends at a second mark for its target, so that every band runs forward. */
export interface FlowNode {
  /** unique */
  id: string
  name: string
  isReturn: boolean
}

export interface FlowLink {
  source: string
  target: string
  value: number
  link: Link
}

const returnId = (name: string) => `return:${name}`
const ownId = (name: string) => `own:${name}`

/**
 * The marks and bands of links that may form loops. A link that returns to a name on the path to it, or ends where it
 * begins, ends at the second mark for that name. If at least a quarter of the links do so, the names exchange amounts
 * rather than pass them on: then all sources are on one side and all targets on the other.
 */
export function unrollLoops(links: Link[]): { nodes: FlowNode[]; links: FlowLink[] } {
  const loops = backLinks(links)
  const isExchange = loops.size * 4 >= links.length
  const back = isExchange ? new Set(links) : loops
  const flow = links.map((link) => ({
    source: ownId(link.source),
    target: back.has(link) ? returnId(link.target) : ownId(link.target),
    value: link.value,
    link,
  }))
  const nodes = new Map<string, FlowNode>()
  for (const { source, target, link } of flow) {
    nodes.set(source, { id: source, name: link.source, isReturn: false })
    nodes.set(target, { id: target, name: link.target, isReturn: !isExchange && back.has(link) })
  }
  return { nodes: [...nodes.values()], links: flow }
}

/** The links that close a loop, by a depth-first search without recursion: chains may be long. */
function backLinks(links: Link[]): Set<Link> {
  const outgoing = new Map<string, Link[]>()
  for (const link of links) {
    const known = outgoing.get(link.source)
    if (known) known.push(link)
    else outgoing.set(link.source, [link])
  }
  const back = new Set<Link>()
  const state = new Map<string, 'open' | 'done'>()
  for (const start of outgoing.keys()) {
    if (state.has(start)) continue
    const way: { name: string; next: number }[] = [{ name: start, next: 0 }]
    state.set(start, 'open')
    while (way.length > 0) {
      const here = way.at(-1)!
      const link = outgoing.get(here.name)?.[here.next]
      here.next += 1
      if (link === undefined) {
        state.set(here.name, 'done')
        way.pop()
      } else if (state.get(link.target) === 'open') back.add(link)
      else if (!state.has(link.target)) {
        state.set(link.target, 'open')
        way.push({ name: link.target, next: 0 })
      }
    }
  }
  return back
}
