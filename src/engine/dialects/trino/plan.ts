import { isRecord } from '../../../model/wire/json.ts'
import { firstJson, type PlanReader, stepOf } from '../shared/planSteps.ts'

const names = { title: 'name', children: 'children', hidden: ['id', 'outputs', 'estimates'] }

/** One tree for each fragment that runs on its own. */
export const plan: PlanReader = {
  before: 'EXPLAIN (TYPE DISTRIBUTED, FORMAT JSON) ',
  read(rows) {
    const answer = firstJson(rows)
    return isRecord(answer) ? Object.values(answer).map((fragment) => stepOf(fragment, names)) : []
  },
}
