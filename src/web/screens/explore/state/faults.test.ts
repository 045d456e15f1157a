import { describe, expect, it } from 'vitest'
import { controlsOf } from '../../../../charts/testing/parts.ts'
import type { Culprit } from '../../../../model/errors/culprit.ts'
import { faultsOf, withoutFaults } from './faults.ts'

const sum = { expressionType: 'SQL', sqlExpression: 'SUM(', label: 'Bad sum' }
const simple = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gone', operator: 'IN', comparator: ['a'] }
const custom = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'gone = 1' }
const form = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'day',
  groupby: ['gone', 'kept'],
  metrics: ['count', sum],
  adhoc_filters: [simple, custom],
}

const rules = controlsOf('echarts_timeseries_line')

describe('parts of a chart that the server rejects', () => {
  it.each<[Culprit, object[], object]>([
    [{ kind: 'metric', name: 'Bad sum' }, [{ control: 'metrics', index: 1, name: 'Bad sum' }], { metrics: ['count'] }],
    [{ kind: 'column', name: 'gone' }, [{ control: 'groupby', index: 0, name: 'gone' }], { groupby: ['kept'] }],
    [{ kind: 'column', name: 'day' }, [{ control: 'x_axis', index: 0, name: 'day' }], { x_axis: undefined }],
    [
      { kind: 'filter', name: 'gone' },
      [{ control: 'adhoc_filters', index: 0, name: 'gone' }],
      { adhoc_filters: [custom] },
    ],
    [
      { kind: 'where', name: 'gone = 1' },
      [{ control: 'adhoc_filters', index: 1, name: 'gone = 1' }],
      { adhoc_filters: [simple] },
    ],
    [{ kind: 'having', name: 'gone = 1' }, [], {}],
    [{ kind: 'metric', name: 'elsewhere' }, [], {}],
  ])('%j', (culprit, found, left) => {
    const faults = faultsOf(form, rules, [culprit])
    expect(faults).toEqual(found)
    expect(withoutFaults(form, faults)).toEqual(left)
  })
})
