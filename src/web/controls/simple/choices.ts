import type { Control } from '../../../charts/shared/controls.ts'
import type { ExploreForm } from '../../../model/explore/exploreState.ts'
import { columnLabel, metricLabel } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import { FISCAL_GRAIN_NAMES } from '../../../model/time/fiscalCalendar.ts'
import { TIME_GRAIN_NAMES } from '../../../model/time/timeGrain.ts'
import { bootstrap } from '../../api/bootstrap.ts'
import type { ExploreDataset } from '../../api/explore.ts'
import { listOf } from '../listEdits.ts'
import { shownName } from '../source.ts'

type Choices = [value: unknown, label: string][]

const numberFormats: Choices = [
  ['SMART_NUMBER', 'Adaptive formatting'],
  ['~g', 'Original value'],
  [',d', ',d (12345.432 => 12,345)'],
  ['.1s', '.1s (12345.432 => 10k)'],
  ['.3s', '.3s (12345.432 => 12.3k)'],
  [',.1%', ',.1% (12345.432 => 1,234,543.2%)'],
  ['.2%', '.2% (12345.432 => 1234543.20%)'],
  ['.3%', '.3% (12345.432 => 1234543.200%)'],
  ['.4r', '.4r (12345.432 => 12350)'],
  [',.1f', ',.1f (12345.432 => 12,345.4)'],
  [',.2f', ',.2f (12345.432 => 12,345.43)'],
  [',.3f', ',.3f (12345.432 => 12,345.432)'],
  ['+,', '+, (12345.432 => +12,345.432)'],
  ['$,.2f', '$,.2f (12345.432 => $12,345.43)'],
  ['DURATION', 'Duration in ms (66000 => 1m 6s)'],
  ['DURATION_SUB', 'Duration in ms (1.40008 => 1ms 400µs 80ns)'],
  ['DURATION_COL', 'Duration in ms (10500 => 0:10.5)'],
  ['MEMORY_DECIMAL', 'Memory in bytes - decimal (1024 => 1.02kB)'],
  ['MEMORY_BINARY', 'Memory in bytes - binary (1024 => 1KiB)'],
  ['MEMORY_TRANSFER_RATE_DECIMAL', 'Memory transfer rate in bytes - decimal (1024 => 1.02kB/s)'],
  ['MEMORY_TRANSFER_RATE_BINARY', 'Memory transfer rate in bytes - binary (1024 => 1KiB/s)'],
]

const timeFormats: Choices = [
  ['smart_date', 'Adaptive formatting'],
  ['%d/%m/%Y', '%d/%m/%Y | 14/01/2019'],
  ['%m/%d/%Y', '%m/%d/%Y | 01/14/2019'],
  ['%d.%m.%Y', '%d.%m.%Y | 14.01.2019'],
  ['%Y-%m-%d', '%Y-%m-%d | 2019-01-14'],
  ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10'],
  ['%d-%m-%Y %H:%M:%S', '%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10'],
  ['%H:%M:%S', '%H:%M:%S | 01:32:10'],
]

export const formatChoices = { number: numberFormats, time: timeFormats }

/** The options of a select: fixed ones, or those derived from the dataset and the other controls. */
export function choicesOf(control: Control, dataset: ExploreDataset, form: ExploreForm): Choices {
  if (control.offersColumns) return [...(control.choices ?? []), ...columnChoices(dataset, control.choices ?? [])]
  if (control.choices) return control.choices
  if (control.kind === 'numberFormat') return numberFormats
  if (control.kind === 'timeFormat') return timeFormats
  if (control.kind === 'timeGrain') return grains(dataset.time_grain_sqla)
  if (control.name === 'order_by_cols') return dataset.order_by_choices ?? []
  if (control.name === 'x_axis_sort') {
    const axis = form['x_axis'] as QueryColumn | undefined
    const metrics = [...listOf<QueryMetric>(form['metrics']), ...listOf<QueryMetric>(form['timeseries_limit_metric'])]
    const names = [...(axis == null ? [] : [columnLabel(axis)]), ...metrics.map(metricLabel)]
    return [...new Set(names)].map((name) => [name, shownName(dataset, name)])
  }
  return []
}

function columnChoices(dataset: ExploreDataset, others: Choices): Choices {
  const names = dataset.columns.map(({ column_name }) => column_name)
  return names
    .filter((name) => others.every(([other]) => other !== name))
    .map((name) => [name, shownName(dataset, name)])
}

/** The time grains of the database of a dataset, and fiscal ones if the workspace has a fiscal year. */
function grains(known: [string, string][] | undefined): Choices {
  const own = bootstrap.common.fiscal ? Object.entries(FISCAL_GRAIN_NAMES) : []
  return [...new Map([...(known ?? Object.entries(TIME_GRAIN_NAMES)), ...own])]
}
