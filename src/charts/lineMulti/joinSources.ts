import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { noDatasource } from '../shared/noDatasource.ts'
import type { SourceChart } from '../shared/sourceCharts.ts'
import type { TimeseriesForm } from '../shared/timeseries/formData.ts'
import { readTimeseries, type TimeseriesModel } from '../shared/timeseries/model.ts'
import { plainForm } from '../shared/timeseries/plainForm.ts'

interface Source extends SourceChart {
  data: ChartData
}

interface Line {
  name: string
  chart: string
  values: Map<JsonCell, number | null>
}

/** Series names that occur in several charts. */
export function repeatedNames(sources: readonly Source[]): Set<string> {
  const charts = sources.map((source) => new Set(readSource(source).series.map(({ label }) => label)))
  const all = charts.flatMap((names) => [...names])
  return new Set(all.filter((name, index) => all.indexOf(name) !== index))
}

/**
 * The series of several charts as one result: a row for each x value of any of them. Names of series for which
 * `hasPrefix` returns true begin with the name of their chart.
 */
export function joinSources(sources: readonly Source[], hasPrefix: (name: string) => boolean): ChartData | undefined {
  const [first] = sources
  if (first === undefined) return undefined
  const models = sources.map(readSource)
  const isOverTime = models.every(({ xType, x }) => xType === 'time' || x.length === 0)
  const lines = models.flatMap((model, at) => linesOf(model, sources[at]!.name))
  const keys = [...new Set(models.flatMap(({ x }) => x))]
  const x = isOverTime ? keys.toSorted((one, other) => Number(one) - Number(other)) : keys.map(String)
  const names = uniqueNames(lines, hasPrefix)
  return {
    ...first.data,
    colnames: ['x', ...names],
    coltypes: [isOverTime ? GenericType.temporal : GenericType.string, ...lines.map(() => GenericType.numeric)],
    columns: [x, ...lines.map(({ values }) => keysIn(x, keys).map((key) => values.get(key) ?? null))],
    rowcount: x.length,
    label_map: Object.fromEntries(names.map((name) => [name, [name]])),
  }
}

/** The x values before their conversion to strings, by which the values of the lines are stored. */
const keysIn = (x: readonly JsonCell[], keys: readonly JsonCell[]): readonly JsonCell[] =>
  typeof x[0] === 'string' ? keys : x

function readSource({ formData, data, datasource = noDatasource }: Source): TimeseriesModel {
  return readTimeseries({
    // charts of other types lack some of the fields
    formData: { ...plainForm, ...formData } as TimeseriesForm,
    data: [data],
    datasource,
  })
}

const linesOf = ({ x, series }: TimeseriesModel, chart: string): Line[] =>
  series.map(({ label, values }) => ({
    name: label,
    chart,
    values: new Map(x.map((key, row) => [key, values[row] ?? null])),
  }))

function uniqueNames(lines: readonly Line[], hasPrefix: (name: string) => boolean): string[] {
  const taken = new Set<string>()
  return lines.map(({ name, chart }) => {
    let unique = hasPrefix(name) ? `${chart}: ${name}` : name
    for (let count = 2; taken.has(unique); count += 1) unique = `${chart}: ${name} (${count})`
    taken.add(unique)
    return unique
  })
}
