import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { change, emptyList, type Scene, type Stage, scene } from './scene.ts'

const listPath = '/annotationlayer/list/'
const layersApi = '**/api/v1/annotation_layer/?q=*'
const layerApi = /\/api\/v1\/annotation_layer\/\d$/
const annotationsApi = '**/api/v1/annotation_layer/1/annotation/?q=*'

const person = { first_name: 'Ada', last_name: 'Lovelace' }
const layers = ['Releases', 'Public holidays', 'Campaigns of the spring and of the summer of last year'].map(
  (name, at) => ({
    id: at + 1,
    name,
    descr: ['Every version that customers received', null, 'Dates of the marketing department'][at],
    changed_by: person,
    changed_on: '2024-03-01T10:00:00',
    changed_on_delta_humanized: 'a year ago',
  }),
)
const annotations = ['Version 1', 'Version 2', 'A long beta test of the next version'].map((short_descr, at) => ({
  id: at + 1,
  short_descr,
  long_descr: ['Payments by invoice', null, 'Only for customers who asked for it'][at],
  start_dttm: `2024-0${at + 1}-10T08:00:00`,
  end_dttm: `2024-0${at + 1}-12T17:30:00`,
}))

async function fill({ page }: Stage): Promise<void> {
  const list = (rows: object[]) => ({ json: { count: rows.length, ids: [], result: rows } })
  await page.route(layersApi, (route) => route.fulfill(list(layers)))
  await page.route(annotationsApi, (route) => route.fulfill(list(annotations)))
  await page.route(layerApi, (route) => {
    const id = Number(route.request().url().split('/').at(-1))
    return route.fulfill({ json: { id, result: layers[id - 1] } })
  })
}

const show = { show: true, showLabel: true }
const drawnLayers = [
  { ...show, name: 'Goal', annotationType: 'FORMULA', sourceType: '', value: 'y = 110000', style: 'dashed' },
  { ...show, name: 'News', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1 },
  { ...show, name: 'Sale', annotationType: 'INTERVAL', sourceType: 'NATIVE', value: 2, opacity: 'opacityLow' },
  { ...show, name: 'Plan', annotationType: 'TIME_SERIES', sourceType: 'line', value: 3, showMarkers: true },
  { ...show, name: 'Gone', annotationType: 'EVENT', sourceType: 'NATIVE', value: 4 },
]
const day = (month: number, date: number) => Date.UTC(2001, month, date)
const stored = (start_dttm: number, end_dttm: number, short_descr: string) => ({
  columns: [],
  records: [{ start_dttm, end_dttm, short_descr, long_descr: 'What it was about' }],
})
const drawnData = {
  News: stored(day(1, 10), day(1, 10), 'New aircraft'),
  Sale: stored(day(1, 20), day(2, 5), 'Spring fares'),
  Plan: { columns: ['t', 'v'], records: [1, 2].map((month) => ({ t: day(month, 1), v: 70_000 + 20_000 * month })) },
  Gone: { error: 'The annotation layer does not exist' },
}

/** A chart with a layer of every kind, one of which failed. */
async function annotated(stage: Stage, vizType: string): Promise<void> {
  const { page } = stage
  await fill(stage)
  await page.goto('/superset/welcome/')
  const form = { viz_type: vizType, x_axis: 'date', time_grain_sqla: 'P1W', metrics: ['count'], row_limit: 1000 }
  const path = await unsavedChart(page, await datasetId(page, 'flights_2001'), {
    ...form,
    annotation_layers: drawnLayers,
  })
  await change(page, '**/api/v1/explore/data', (text) =>
    text.replace(/"annotation_data":\{.*?\},"cache_key"/, `"annotation_data":${JSON.stringify(drawnData)},"cache_key"`),
  )
  await stage.go(path)
  await drawn(page)
}

/** The states of annotation layers: their pages, their editor and their drawing. */
export const annotationScenes: Scene[] = [
  scene('annotationLayerList-full', async (stage) => {
    await fill(stage)
    await stage.go(listPath)
  }),
  scene('annotationLayerList-empty', async ({ page, go }) => {
    await emptyList(page, layersApi)
    await go(listPath)
  }),
  scene('annotationLayerList-dialog', async (stage) => {
    await fill(stage)
    await stage.go(listPath)
    await stage.page.getByRole('button', { name: 'Annotation layer', exact: true }).first().click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.rest()
  }),
  scene('annotationList-full', async (stage) => {
    await fill(stage)
    await stage.go('/annotationlayer/1/annotation/')
  }),
  scene('annotationList-dialog', async (stage) => {
    await fill(stage)
    await stage.go('/annotationlayer/1/annotation/')
    await stage.page.getByRole('button', { name: 'Annotation', exact: true }).first().click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.rest()
  }),
  ...['line', 'bar', 'smooth'].map((style) =>
    scene(`explore-annotated-${style}`, (stage) => annotated(stage, `echarts_timeseries_${style}`), { only: 'wide' }),
  ),
  ...['Goal', 'Sale', 'Plan'].map((name) =>
    scene(
      `explore-annotationEditor-${name}`,
      async (stage) => {
        await annotated(stage, 'echarts_timeseries_line')
        await stage.page.getByRole('button', { name: 'Annotations and layers' }).click()
        await stage.page.getByRole('button', { name: `Edit ${name}` }).click()
        await stage.page.getByRole('button', { name: 'OK', exact: true }).waitFor()
        await stage.page.getByRole('dialog').waitFor()
        await stage.rest()
      },
      { only: 'wide' },
    ),
  ),
]
