import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { firstJson, numberIn, type PlanReader, textOf } from '../shared/planSteps.ts'

const isNested = (value: unknown) => isRecord(value) || (Array.isArray(value) && value.some((each) => isRecord(each)))

/** MySQL and MariaDB nest operations under their names; `cost_info` is the only object that is not an operation. */
function step(title: string, node: Record<string, unknown>): PlanStep {
  const costs = isRecord(node['cost_info']) ? node['cost_info'] : {}
  const children = Object.entries(node).flatMap(([name, value]) => {
    if (name === 'cost_info' || !isNested(value)) return []
    return (Array.isArray(value) ? value : [value]).flatMap((each) => (isRecord(each) ? stepsOf(name, each) : []))
  })
  const own = new Set(['table_name', 'rows', 'rows_examined_per_scan', 'cost'])
  return {
    title: title.replaceAll('_', ' '),
    subject: node['table_name'] === undefined ? '' : textOf(node['table_name']),
    details: Object.entries(node).flatMap(([name, value]): [string, string][] =>
      own.has(name) || isNested(value) || value === null ? [] : [[name, textOf(value)]],
    ),
    rows: numberIn(node['rows'] ?? node['rows_examined_per_scan']),
    cost: numberIn(costs['query_cost'] ?? costs['prefix_cost'] ?? node['cost']),
    children,
  }
}

/** An object that only encloses another one is not a separate step. */
function stepsOf(name: string, node: Record<string, unknown>): PlanStep[] {
  const entries = Object.entries(node)
  const [only] = entries
  return entries.length === 1 && only && isRecord(only[1])
    ? stepsOf(...(only as [string, Record<string, unknown>]))
    : [step(name, node)]
}

export const plan: PlanReader = {
  before: 'EXPLAIN FORMAT=JSON ',
  read(rows) {
    const answer = firstJson(rows)
    return isRecord(answer) ? stepsOf('query_block', answer) : []
  },
}
