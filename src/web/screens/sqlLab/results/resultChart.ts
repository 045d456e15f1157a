import { loadControls, loadQuery } from '../../../../charts/parts.ts'
import type { ChartDatasource, ChartQuery, ChartType } from '../../../../charts/shared/contract.ts'
import { type ColumnShape, suggestTypes } from '../../../../charts/suggestTypes.ts'
import { bareRecord } from '../../../../model/basics/ownValue.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import { switchType } from '../../../../model/explore/exploreStateSwitch.ts'
import type { AdhocMetric } from '../../../../model/query/queryObject.ts'
import type { ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { kindOf } from './cells.ts'

const mostDimensions = 2
const mostMetrics = 4

/** The columns of a result, grouped by their role in a chart. */
export interface ColumnRoles {
  time: string | undefined
  dimensions: string[]
  metrics: string[]
}

/**
 * The first time column is the axis, texts are dimensions, and numbers are summed up. Queries usually list the columns
 * that they group by first. A time or a text after a number is therefore an aggregate, such as the last day of each
 * group.
 */
export function rolesOf(columns: readonly ResultColumn[]): ColumnRoles {
  const firstNumber = columns.findIndex((column) => kindOf(column) === GenericType.numeric)
  const grouped = firstNumber > 0 ? columns.slice(0, firstNumber) : columns
  const named = (from: readonly ResultColumn[], ...kinds: GenericType[]) =>
    from.filter((column) => kinds.includes(kindOf(column))).map(({ name }) => name)
  return {
    time: named(grouped, GenericType.temporal)[0],
    dimensions: named(grouped, GenericType.string, GenericType.boolean).slice(0, mostDimensions),
    metrics: named(columns, GenericType.numeric).slice(0, mostMetrics),
  }
}

/** The chart types that suit the columns of a result, best first. */
export function typesFor(types: readonly ChartType[], { time, dimensions, metrics }: ColumnRoles): ChartType[] {
  const shape: ColumnShape = {
    time: time !== undefined,
    dimensions: dimensions.length,
    metrics: Math.max(1, metrics.length),
  }
  const found = suggestTypes(types, shape)
  // if no type suits all dimensions, one may suit fewer of them
  return found.length > 0 || dimensions.length === 0
    ? found
    : suggestTypes(types, { ...shape, dimensions: shape.dimensions - 1 })
}

const sum = (column: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: column },
  label: column,
})

const count: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }

/** A result, prepared for a chart. */
export interface ResultForm {
  chart: ChartType
  query: ChartQuery
  form: ExploreForm
}

/** The form data of a chart type for a query; undefined if the type needs columns that the result does not have. */
export async function formFor(
  chart: ChartType,
  { time, dimensions, metrics }: ColumnRoles,
  queryId: number,
  datasource: ChartDatasource,
): Promise<ResultForm | undefined> {
  const [query, controls] = await Promise.all([loadQuery(chart.folder), loadControls(chart.folder)])
  const form = switchType({
    form: {
      datasource: `${queryId}__query`,
      ...(time === undefined ? {} : { x_axis: time }),
      groupby: dimensions,
      metrics: metrics.length > 0 ? metrics.map(sum) : [count],
      row_limit: 1000,
    },
    vizType: chart.type,
    rules: controls.flatMap((section) => section.controls),
    memory: { left: new Map(), entered: new Map(), newest: {} },
    temporalColumns: time === undefined ? [] : [time],
  })
  const parsed = query.formData.safeParse(form)
  if (!parsed.success) return undefined
  // for a type with unusual fields, the query has neither columns nor metrics
  const queries = query.buildQuery({ formData: parsed.data, datasource })
  const isEmpty = queries.some(({ columns = [], metrics: wanted }) => columns.length + (wanted?.length ?? 0) === 0)
  return isEmpty ? undefined : { chart, query, form }
}

/** The result in the format of a chart's datasource. */
export function datasourceFor(columns: readonly ResultColumn[]): ChartDatasource {
  return {
    verboseMap: bareRecord({}),
    columnFormats: bareRecord({}),
    currencyFormats: bareRecord({}),
    columnTypes: bareRecord(Object.fromEntries(columns.map((column) => [column.name, kindOf(column)]))),
    mainDttmCol: rolesOf(columns).time ?? null,
  }
}
