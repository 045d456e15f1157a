import { expect, it } from 'vitest'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { tableColumns } from '../table/columns.ts'
import type { TableForm } from '../table/formData.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { chartDatasource } from './chartDatasource.ts'
import { metricFormat } from './metricFormat.ts'
import type { TimeseriesForm } from './timeseries/formData.ts'
import { readTimeseries } from './timeseries/model.ts'

it.each(['constructor', 'toString', '__proto__'])(
  'a column named %s has only the properties in its dataset',
  (name) => {
    const datasource = chartDatasource({ columns: [], metrics: [], main_dttm_col: null } as unknown as Dataset)
    expect(metricFormat({ format: ',d' }, datasource, name)(1234)).toBe('1,234')

    const line = openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], groupby: ['g'] })!
    const data = { ...answer({ t: [2, [0]], m: [0, [1]] }), colnames: ['t', name], label_map: { t: ['t'] } }
    const model = readTimeseries(drawInput(line.formData as TimeseriesForm, [data], { datasource }))
    expect(model.series.map(({ label }) => label)).toEqual([name])

    const table = openSaved({ viz_type: 'table', query_mode: 'raw', all_columns: [name] })!
    const cells = { ...answer({ x: [0, [5]] }), colnames: [name] }
    const [column] = tableColumns(drawInput(table.formData as TableForm, [cells], { datasource }))
    expect([column?.label, column?.align, column?.write(5)]).toEqual([name, 'right', '5'])
  },
)
