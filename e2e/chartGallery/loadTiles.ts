import { queryContextOf } from '../../src/charts/buildQueryContext.ts'
import { shownType } from '../../src/charts/index.ts'
import { openFormData } from '../../src/charts/openFormData.ts'
import { loadControls } from '../../src/charts/parts.ts'
import type { ChartDatasource, ShownType } from '../../src/charts/shared/contract.ts'
import type { ChartData } from '../../src/model/query/chartData.ts'
import type { QueryContext } from '../../src/model/query/queryObject.ts'
import { getJson } from '../../src/web/api/client.ts'
import { loadExplore, runChart } from '../../src/web/api/explore.ts'
import { messageOf } from '../../src/web/api/failure.ts'
import { datasourceOf } from '../../src/web/chart/datasourceOf.ts'
import { extraForms } from './extraForms.ts'
import { variantsOf } from './variants.ts'

/** A chart with its data. */
export interface Tile {
  name: string
  isDrawnWithWebGl: boolean
  type: ShownType
  formData: Record<string, unknown>
  data: ChartData[]
  datasource: ChartDatasource
}

interface SavedChart {
  id: number
  slice_name: string
  viz_type: string
  params: string
  datasource_id: number
}

const pageSize = 100

async function savedCharts(): Promise<SavedChart[]> {
  const charts: SavedChart[] = []
  for (;;) {
    const page = charts.length / pageSize
    const { result } = await getJson<{ result: SavedChart[] }>(`/api/v1/chart/?q=(page_size:${pageSize},page:${page})`)
    charts.push(...result)
    if (result.length < pageSize) return charts
  }
}

/** Runs jobs, a few at a time, and returns their results in order. */
async function few<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await run(items[at]!)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return results
}

const once = <R>(load: (key: string) => Promise<R>) => {
  const loading = new Map<string, Promise<R>>()
  return (key: string) => {
    const known = loading.get(key) ?? load(key)
    loading.set(key, known)
    return known
  }
}

const datasourceAt = once(async (id) => {
  const { dataset } = await loadExplore(`?datasource_id=${id}&datasource_type=table`)
  return datasourceOf(dataset)
})

/** Variants that change only the picture share their data. */
const dataOf = once((context) => runChart(JSON.parse(context) as QueryContext, new AbortController().signal))

async function tileOf(name: string, saved: Record<string, unknown>): Promise<Tile> {
  const opened = await openFormData(saved)
  if (!opened) throw new Error(`${name}: no such type`)
  const datasource = await datasourceAt(String(saved['datasource']).split('__')[0] ?? '')
  const { form_data: _form, ...context } = queryContextOf(opened.query, { formData: opened.formData, datasource })
  const data = await dataOf(JSON.stringify(context)).catch((cause: unknown) => {
    throw new Error(`${name}: ${messageOf(cause)}`)
  })
  const { category, drawnWith } = opened.chart
  const isDrawnWithWebGl = category === 'Map' && drawnWith === 'react'
  return { name, isDrawnWithWebGl, type: shownType(opened.chart), formData: opened.formData, data, datasource }
}

export interface Tiles {
  /** a chart of each type */
  types: Tile[]
  /** variants of these charts */
  variants: Tile[]
  /** all other saved charts with the names of the examples */
  others: Tile[]
  /** Maps that WebGL draws, one of each type: without a graphics card, each takes a second or more. */
  maps: Tile[]
  /** one variant of each of these maps, with every switch on */
  mapVariants: Tile[]
  /** other variants of the maps: stories omit them, because they take minutes; tests of the layers cover the values */
  moreMapVariants: Tile[]
}

/** The saved charts with these names: earlier stories may have saved charts with other names. */
export async function loadTiles(names: readonly string[]): Promise<Tiles> {
  const saved = (await savedCharts()).filter(({ slice_name }) => names.includes(slice_name))
  const flights = saved.find(({ slice_name }) => slice_name === 'Late flights of a hundred')?.datasource_id
  const lines = saved.filter(({ viz_type }) => viz_type === 'echarts_timeseries_line').map(({ id }) => id)
  const forms = [
    ...saved.map(({ slice_name, viz_type, params, datasource_id }) => ({
      name: slice_name,
      form: { ...(JSON.parse(params) as object), viz_type, datasource: `${datasource_id}__table` },
    })),
    ...extraForms(lines).map((form) => ({
      name: `Extra ${String(form['viz_type'])}`,
      form: { ...form, datasource: `${flights}__table` },
    })),
  ]
  const charts = await few(forms, ({ name, form }) => tileOf(name, form))
  const firsts = charts.filter((tile, at) => charts.findIndex(({ type }) => type.type === tile.type.type) === at)
  const lists = await few(firsts, async ({ name, type, formData, datasource }) => {
    const forms = variantsOf(formData, await loadControls(type.folder), datasource.columnTypes)
    return few(forms, (form) => tileOf(`${name}, variant ${forms.indexOf(form) + 1}`, form))
  })
  const mapLists = lists.filter(([first]) => first?.isDrawnWithWebGl)
  const isMap = ({ isDrawnWithWebGl }: Tile) => isDrawnWithWebGl
  const isOther = (tile: Tile) => !isMap(tile)
  return {
    types: firsts.filter(isOther),
    variants: lists.flat().filter(isOther),
    others: charts.filter((tile) => isOther(tile) && !firsts.includes(tile)),
    maps: firsts.filter(isMap),
    mapVariants: mapLists.flatMap((list) => list.slice(1, 2)),
    moreMapVariants: mapLists.flatMap(([first, , ...others]) => (first ? [first, ...others] : [])),
  }
}
