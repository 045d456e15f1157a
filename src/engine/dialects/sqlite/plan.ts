import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import type { PlanReader } from '../shared/planSteps.ts'

/** Each row has the id of its parent and a text that begins with the operation: "SCAN orders USING INDEX i". */
export const plan: PlanReader = {
  before: 'EXPLAIN QUERY PLAN ',
  read(rows) {
    const steps = new Map<unknown, PlanStep>()
    const roots: PlanStep[] = []
    for (const { id, parent, detail } of rows) {
      const [, title = String(detail), subject = ''] = /^(SCAN|SEARCH) (\S+)/.exec(String(detail)) ?? []
      const rest = String(detail).slice(`${title} ${subject}`.trim().length).trim()
      const details: [string, string][] = rest === '' ? [] : [['', rest]]
      const step: PlanStep = { title, subject, details, rows: null, cost: null, children: [] }
      steps.set(id, step)
      const above = steps.get(parent)
      if (above) above.children.push(step)
      else roots.push(step)
    }
    return roots
  },
}
