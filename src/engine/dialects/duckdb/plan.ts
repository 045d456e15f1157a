import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { firstJson, numberIn, type PlanReader, textOf } from '../shared/planSteps.ts'

const TABLE = 'Table'
const ROWS = 'Estimated Cardinality'

/** The last part of a qualified name. Each embedded table is in a separate file, in which its name is `data`. */
function tableIn(name: string): string {
  const table = name.replaceAll('"', '').split('.').at(-1) ?? ''
  return table === 'data' ? '' : table
}

/** The properties of a node are in a separate object. */
function step(node: unknown): PlanStep {
  const { name, extra_info: extra, children } = isRecord(node) ? node : {}
  const facts = isRecord(extra) ? extra : {}
  // a step that only packs or unpacks strings does not describe the query
  const [only, ...others] = Array.isArray(children) ? children : []
  if (only !== undefined && others.length === 0 && /__internal_/.test(textOf(facts['Projections'] ?? ''))) {
    return step(only)
  }
  return {
    title: textOf(name ?? '')
      .trim()
      .replaceAll('_', ' '),
    subject: tableIn(textOf(facts[TABLE] ?? '')),
    details: Object.entries(facts).flatMap(([fact, value]): [string, string][] =>
      fact === TABLE || fact === ROWS || textOf(value) === '' ? [] : [[fact, textOf(value)]],
    ),
    rows: numberIn(facts[ROWS]),
    cost: null,
    children: Array.isArray(children) ? children.map(step) : [],
  }
}

export const plan: PlanReader = {
  before: 'EXPLAIN (FORMAT JSON) ',
  read(rows) {
    const answer = firstJson(rows, 'explain_value')
    return Array.isArray(answer) ? answer.map(step) : []
  },
}
