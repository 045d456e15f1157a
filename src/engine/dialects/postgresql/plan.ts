import { isRecord } from '../../../model/wire/json.ts'
import { firstJson, type PlanReader, stepOf } from '../shared/planSteps.ts'

const names = {
  title: 'Node Type',
  subject: 'Relation Name',
  rows: 'Plan Rows',
  cost: 'Total Cost',
  children: 'Plans',
  hidden: ['Startup Cost', 'Plan Width', 'Parallel Aware', 'Async Capable', 'Parent Relationship', 'Disabled'],
}

export const plan: PlanReader = {
  before: 'EXPLAIN (FORMAT JSON) ',
  read(rows) {
    const answer = firstJson(rows)
    const statements = Array.isArray(answer) ? answer : []
    return statements.flatMap((statement) => (isRecord(statement) ? [stepOf(statement['Plan'], names)] : []))
  },
}
