import type { ChartData } from '../../model/query/chartData.ts'
import { distinctText } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { type GroupValue, readGroups } from '../shared/groups.ts'
import { type Link, readLinks } from '../shared/links.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import type { GraphForm } from './query.ts'

export interface Knot {
  name: string
  value: number
  category: string | undefined
  /** the column and value that a filter by this name uses */
  end: 'source' | 'target'
  filterValue: GroupValue
}

interface Network {
  links: Link[]
  knots: Knot[]
}

const noCategory = 'N/A'

/**
 * The links, and the names at their ends, each with the sum of its links and the first category that it occurs with.
 */
export const readNetwork = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<GraphForm>, 'formData' | 'data'>): Steps<Network> {
  const links = yield* readLinks(data[0], [form.source, form.target], form.metric, false)
  const categoryOf = {
    source: categoryReader(data[0], form.source_category),
    target: categoryReader(data[0], form.target_category),
  }
  const hasCategories = form.source_category !== undefined || form.target_category !== undefined
  const knots = new Map<string, Knot>()
  for (const [at, link] of links.entries()) {
    if (pausesAfter(at)) yield
    for (const end of ['source', 'target'] as const) {
      const name = link[end]
      const category = hasCategories ? (categoryOf[end](link.row) ?? noCategory) : undefined
      const knot = knots.get(name)
      if (knot) {
        knot.value += link.value
        if (knot.category === noCategory) knot.category = category
      } else {
        const filterValue = link.ends[end === 'source' ? 0 : 1]
        knots.set(name, { name, value: link.value, category, end, filterValue })
      }
    }
  }
  return { links, knots: [...knots.values()] }
})

function categoryReader(answer: ChartData | undefined, column: GraphForm['source_category']) {
  if (column === undefined) return () => undefined
  const groups = readGroups(answer, [column])
  return (row: number) => {
    const name = groups.texts(row)[0]
    return groups.values(row)[0] === null ? noCategory : name && distinctText(name, [noCategory])
  }
}
