import type { Control } from '../../../../charts/shared/controls.ts'
import type { Culprit } from '../../../../model/errors/culprit.ts'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import { columnLabel, metricLabel } from '../../../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { listOf } from '../../../controls/listEdits.ts'

/** A value of a control that the server rejects. */
export interface Fault {
  control: string
  /** its index among the values of the control */
  index: number
  name: string
}

type IsAtFault = (value: unknown, culprit: Culprit) => boolean

const isMetric: IsAtFault = (value, { kind, name }) => kind === 'metric' && metricLabel(value as QueryMetric) === name
const isColumn: IsAtFault = (value, { kind, name }) => kind === 'column' && columnLabel(value as QueryColumn) === name

function isFilter(value: unknown, { kind, name }: Culprit): boolean {
  const { expressionType, subject, clause, sqlExpression } = value as AdhocFilter
  if (expressionType !== 'SQL') return kind === 'filter' && subject === name
  return clause === kind.toUpperCase() && sqlExpression === name
}

const matchers: Record<string, IsAtFault | undefined> = {
  metric: isMetric,
  metrics: isMetric,
  column: isColumn,
  columns: isColumn,
  adhocFilters: isFilter,
}

/** The controls and positions of the parts that an error names. Parts that do not belong to a control are omitted. */
export function faultsOf(form: ExploreForm, rules: readonly Control[], culprits: readonly Culprit[]): Fault[] {
  return rules.flatMap((rule) => {
    const isAtFault = matchers[rule.kind]
    if (!isAtFault) return []
    return listOf<unknown>(form[rule.name]).flatMap((value, index) => {
      const culprit = culprits.find((each) => isAtFault(value, each))
      return culprit ? [{ control: rule.name, index, name: culprit.name }] : []
    })
  })
}

/** The new values of the controls from which faulty values are removed; undefined for a control with a single value. */
export function withoutFaults(form: ExploreForm, faults: readonly Fault[]): ExploreForm {
  const names = [...new Set(faults.map(({ control }) => control))]
  return Object.fromEntries(
    names.map((name) => {
      const gone = new Set(faults.filter(({ control }) => control === name).map(({ index }) => index))
      const value = form[name]
      return [name, Array.isArray(value) ? value.filter((_item, index) => !gone.has(index)) : undefined]
    }),
  )
}
