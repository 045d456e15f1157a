import type { DrawInput } from '../shared/contract.ts'
import { readGroups } from '../shared/groups.ts'
import type { Branch } from '../shared/hierarchy.ts'
import type { EventFlowForm } from './query.ts'

/** Maximum number of events shown for a sequence; later ones are not shown. */
export const mostEvents = 40

interface Sequences {
  branches: Branch[]
  /** number of entities with more events than are shown */
  longer: number
}

/**
 * The sequences of events, with common prefixes combined: a branch is an event that follows those of its path, and its
 * sum is the number of entities that reached it. Rows are sorted by time. Branches of too few entities are left out.
 */
export function readSequences({
  formData: form,
  data,
}: Pick<DrawInput<EventFlowForm>, 'formData' | 'data'>): Sequences {
  if (form.entity === undefined || form.all_columns_x === undefined) return { branches: [], longer: 0 }
  const [entities, events] = [readGroups(data[0], [form.entity]), readGroups(data[0], [form.all_columns_x])]
  const sequences = new Map<string, string[]>()
  const longer = new Set<string>()
  for (let row = 0; row < entities.count; row += 1) {
    const [entity, event] = [entities.texts(row)[0], events.texts(row)[0]]
    if (entity === undefined || event === undefined || events.values(row)[0] === null) continue
    const known = sequences.get(entity)
    if (known === undefined) sequences.set(entity, [event])
    else if (known.length < mostEvents) known.push(event)
    else longer.add(entity)
  }
  const root = startOf('', [])
  for (const sequence of sequences.values()) {
    let here = root
    for (const name of sequence) {
      let next = here.following.get(name)
      if (next === undefined) {
        next = startOf(name, [...here.branch.path, name])
        here.following.set(name, next)
        here.branch.children.push(next.branch)
      }
      next.branch.sums = [(next.branch.sums[0] ?? 0) + 1]
      here = next
    }
  }
  const branches = frequent(root.branch.children, Math.max(1, form.min_leaf_node_event_count))
  return { branches, longer: longer.size }
}

/** A branch while it is built. A map finds its children by name, because there may be thousands. */
interface Growing {
  branch: Branch
  following: Map<string, Growing>
}

const startOf = (name: string, path: string[]): Growing => ({
  branch: { name, path, values: [], sums: [0], children: [] },
  following: new Map(),
})

const frequent = (branches: Branch[], least: number): Branch[] =>
  branches
    .filter(({ sums }) => (sums[0] ?? 0) >= least)
    .toSorted((one, other) => (other.sums[0] ?? 0) - (one.sums[0] ?? 0))
    .map((branch) => ({ ...branch, children: frequent(branch.children, least) }))
