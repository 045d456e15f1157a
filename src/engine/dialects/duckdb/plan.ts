import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { firstJson, numberIn, type PlanReader, textOf } from '../shared/planSteps.ts'

const TABLE = 'Table'
const ROWS = 'Estimated Cardinality'

/** Facts of a node are in an object of their own. */
function step(node: unknown): PlanStep {
  const { name, extra_info: extra, children } = isRecord(node) ? node : {}
  const facts = isRecord(extra) ? extra : {}
  return {
    title: textOf(name ?? '')
      .trim()
      .replaceAll('_', ' '),
    // the gate gives the tables of users other names in the engine
    subject: facts[TABLE] === undefined ? '' : (textOf(facts[TABLE]).split('.').at(-1) ?? ''),
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
