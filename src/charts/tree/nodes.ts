import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import type { TreeForm } from './query.ts'

export interface TreeNode {
  id: string
  name: string
  value: number | null
  children: TreeNode[]
}

type Result = Pick<DrawInput<TreeForm>, 'formData' | 'data'>

/** Why no tree can be drawn: the parts of the result that are missing. undefined if there is a root. */
export function treeNeeds(input: Result): string | undefined {
  const { id, parent, root_node_id: wanted } = input.formData
  if (id === undefined || parent === undefined) return 'A tree chart needs a column of ids and a column of parents.'
  if (readTree(input) !== undefined) return undefined
  return wanted === ''
    ? `A tree chart needs a row without a parent, where the tree begins: the rows of ${columnLabel(parent)} form loops.`
    : `A tree chart needs a row whose id is the root node id: there is no ${wanted}.`
}

/**
 * The tree below the configured root. Without one, the root is the node with the most nodes below it, among nodes that
 * have no parent and parents that are not in any row. Loops are cut where they close. Branches are sorted by name,
 * because the query has no order.
 */
export function readTree({ formData: form, data }: Result): TreeNode | undefined {
  if (form.id === undefined || form.parent === undefined) return undefined
  const groups = readGroups(data[0], [form.id, form.parent, ...(form.name === undefined ? [] : [form.name])])
  const values = readMetric(data[0], form.metric)
  const nodes = new Map<string, TreeNode>()
  const parents = new Map<string, string>()
  for (let row = 0; row < groups.count; row += 1) {
    const [id, parent, name] = groups.texts(row)
    const [idValue, parentValue, nameValue] = groups.values(row)
    if (id === undefined || idValue === null || idValue === undefined || nodes.has(id)) continue
    nodes.set(id, {
      id,
      name: name === undefined || nameValue === null ? id : name,
      value: values[row] ?? null,
      children: [],
    })
    if (parent !== undefined && parentValue !== null && parentValue !== '') parents.set(id, parent)
  }
  const roots: TreeNode[] = [...nodes.values()].filter(({ id }) => !parents.has(id))
  for (const [id, parent] of parents) {
    const above = nodes.get(parent) ?? { id: parent, name: parent, value: null, children: [] }
    if (!nodes.has(parent)) {
      nodes.set(parent, above)
      roots.push(above)
    }
    const node = nodes.get(id)
    if (node !== undefined && node !== above) above.children.push(node)
  }
  const root = form.root_node_id === '' ? largest(roots.toSorted(byName)) : nodes.get(form.root_node_id)
  return root && withoutLoops(root, new Set())
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (one: TreeNode, other: TreeNode) =>
  collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1)

/** The root with the most nodes; roots of a single node are used only if there is no other. */
function largest(roots: TreeNode[]): TreeNode | undefined {
  let [best, most]: [TreeNode | undefined, number] = [undefined, 0]
  for (const root of roots) {
    const count = countBelow(root)
    if (count > most) [best, most] = [root, count]
  }
  return best
}

function countBelow(root: TreeNode): number {
  const seen = new Set<TreeNode>()
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    open.push(...node.children)
  }
  return seen.size
}

/** Deeper trees cannot be drawn, and would exhaust the stack. */
const mostLevels = 500

function withoutLoops(node: TreeNode, above: ReadonlySet<string>): TreeNode {
  const way = new Set(above).add(node.id)
  if (way.size > mostLevels) return { ...node, children: [] }
  return {
    ...node,
    children: node.children
      .filter(({ id }) => !way.has(id))
      .toSorted(byName)
      .map((child) => withoutLoops(child, way)),
  }
}
