import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { IntlProvider } from 'react-intl'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ensureExamplesDatabase } from '../server/embedded/tables.ts'
import { startApp, type TestApp } from '../server/testing/app.ts'
import type * as List from './list.ts'
import type * as Parts from './parts.ts'
import type { ChartQuery } from './shared/contract.ts'
import { answer, noDatasource } from './testing/drawInput.ts'
import { about } from './testing/toy/about.ts'

/** A synthetic chart type, which consists of one folder and one line of the list, must appear everywhere. */

vi.mock('./list.ts', async (original) => {
  const { byFolder } = await original<typeof List>()
  const { about } = await import('./testing/toy/about.ts')
  return { byFolder: { ...byFolder, toy: about } }
})
// parts are loaded from folders of `charts/`, which do not include the toy
vi.mock('./parts.ts', async (original) => {
  const parts = await original<typeof Parts>()
  const { query } = await import('./testing/toy/query.ts')
  const { controls } = await import('./testing/toy/controls.ts')
  return {
    loadQuery: async (folder: string) => (folder === 'toy' ? query : parts.loadQuery(folder)),
    loadControls: async (folder: string) => (folder === 'toy' ? controls : parts.loadControls(folder)),
  }
})
vi.mock('./drawn.ts', async () => ({
  loadDrawing: () => import('./testing/toy/drawing.ts'),
  loadView: () => Promise.reject(new Error('the toy is drawn with ECharts')),
}))
vi.mock('./thumbnails.ts', async () => {
  const thumbnail = import('./testing/toy/thumbnail.tsx')
  return { loadThumbnail: () => thumbnail }
})

// a canvas needs a browser
vi.mock('../web/chart/EChartsView.tsx', () => ({ EChartsView: () => null }))
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('localStorage', { getItem: () => null })

const { charts, findChart, nameOf, pictureOf, rowsTableOf, shownType } = await import('./index.ts')
const { loadControls, loadQuery } = await import('./parts.ts')

const toy = findChart('toy_chart')!
const stream = async (element: Parameters<typeof renderToReadableStream>[0]) => {
  const html = await renderToReadableStream(element)
  await html.allReady
  return new Response(html).text()
}

describe('a new type in the list', () => {
  it('is found by its key and by the keys that it replaces', () => {
    expect(toy).toEqual({ ...about, folder: 'toy' })
    expect(findChart('old_toy')).toBe(toy)
  })

  it('has its name, picture and table of rows wherever charts are listed', () => {
    expect([nameOf('old_toy'), pictureOf('toy_chart'), rowsTableOf('toy_chart')]).toEqual([
      'Toy Chart',
      'heatmap',
      'table',
    ])
  })

  it('is found in the gallery by category, tag and text', async () => {
    const { inSection, sectionsOfGallery } = await import('../web/screens/explore/gallery/galleryModel.ts')
    const { searchCharts } = await import('../web/chart/searchCharts.ts')
    const { offeredTypes } = await import('../web/chart/offeredTypes.ts')
    expect(sectionsOfGallery(offeredTypes, () => 0).find(({ kind }) => kind === 'category')?.names).toContain('Toys')
    expect(charts.filter((chart) => inSection(chart, { kind: 'tag', name: 'Toy tag' }))).toEqual([toy])
    expect(searchCharts(offeredTypes, 'Toy chart')[0]).toBe(toy)
  })

  it('has a tile above the controls, at its position', async () => {
    const { VizTiles } = await import('../web/screens/explore/panel/VizTiles.tsx')
    const { ExploreProvider } = await import('../web/screens/explore/state/exploreContext.ts')
    const html = await stream(
      createElement(
        IntlProvider,
        { locale: 'en' },
        createElement(
          ExploreProvider,
          // everything that the tiles need
          { value: { vizType: 'pie', switchTo: () => undefined } as never },
          createElement(VizTiles, { onAll: () => undefined }),
        ),
      ),
    )
    const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)
    expect(labels.slice(0, 4)).toEqual(['Visualization type', 'Line Chart', 'Bar Chart', 'Toy Chart'])
  })

  it('has its own thumbnail on covers', async () => {
    const { ChartPicture } = await import('../web/cover/ChartPicture.tsx')
    const place = { seed: 4, width: 256, height: 126 }
    expect(await stream(createElement(ChartPicture, { ...place, vizType: 'old_toy' }))).toContain('data-toy')
  })

  it('shows its controls in explore, a forecast among them, and opens what was saved', async () => {
    const { loadParts, partsOf } = await import('../web/screens/explore/state/chartParts.ts')
    const { sectionsOf } = await import('../web/screens/explore/state/sections.ts')
    const { toExploreFormData } = await import('./exploreFormData.ts')
    expect(partsOf('toy_chart')).toBeUndefined()
    await loadParts('old_toy')
    const parts = partsOf('toy_chart')!
    const names = sectionsOf(parts).flatMap(({ controls }) => controls.map(({ name }) => name))
    expect(names).toEqual(['groupby', 'metric', 'adhoc_filters', 'forecastEnabled', 'toy_size'])
    const form = toExploreFormData(parts, { viz_type: 'old_toy', group: 'sex', toysize: 5 }, noDatasource)
    expect(form).toMatchObject({ viz_type: 'toy_chart', groupby: ['sex'], toy_size: 5 })
  })

  it('is drawn by its own code, with its own table of rows', async () => {
    const { loadDrawn } = await import('../web/chart/components.ts')
    const { Component, rowsOf } = await loadDrawn(shownType(toy))
    expect(Component).toBeTypeOf('function')
    const [groups, total] = [answer({ sex: [1, ['a', 'b']] }), answer({ total: [0, [3]] })]
    expect(rowsOf?.({ formData: {}, data: [groups, total], datasource: noDatasource })).toBe(total)
  })
})

describe('a chart of it on the server', () => {
  let server: TestApp
  let folder: string
  let token: string
  let chart: number
  const saved = { viz_type: 'old_toy', group: 'sex', metric: 'total', toysize: 7, column_config: {} }
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })

  beforeAll(async () => {
    server = await startApp()
    const { db, now, tables } = server.services
    folder = mkdtempSync(join(tmpdir(), 'toy-chart-'))
    const database = await ensureExamplesDatabase(db, now)
    const source = join(folder, 'toys.csv')
    writeFileSync(source, 'sex,num\na,10\nb,20\n')
    await tables.load({ databaseId: database, table: 'toys', source, format: 'csv' })
    token = await server.token('admin')
    const dataset = (await send('POST', '/api/v1/dataset/', { database, table_name: 'toys' })).json<{ id: number }>().id
    const metric = { expressionType: 'SQL', sqlExpression: 'SUM(num)', label: 'total' }
    const dashboard = (await send('POST', '/api/v1/dashboard/', { dashboard_title: 'Toys', slug: 'toys' })).json<{
      id: number
    }>().id
    const made = await send('POST', '/api/v1/chart/', {
      slice_name: 'A toy',
      viz_type: 'old_toy',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ ...saved, metric }),
      dashboards: [dashboard],
    })
    chart = made.json<{ id: number }>().id
  }, 120_000)

  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('loads its data with migrated form data', async () => {
    const { result } = (await send('GET', `/api/v1/chart/${chart}/data/`)).json<{ result: { data: object[] }[] }>()
    expect(result.map(({ data }) => data.length)).toEqual([2, 1])
  })

  it('exports its table of rows', async () => {
    const { chartTableOf } = await import('../server/chartData/chartTable.ts')
    const made = { viz_type: 'toy_chart', column_config: { total: { d3NumberFormat: '.2f' } } }
    expect(chartTableOf(made, {})).toEqual({ kind: 'table', names: {}, formats: { total: '.2f' } })
  })

  it('is sent to its dashboard with migrated form data and its type, and unchanged in the contract’s response', async () => {
    type Charts = { result: { type?: object; form_data: object }[] }
    const shown = (await send('GET', '/api/v1/dashboard/toys/shown_charts')).json<Charts>().result[0]
    expect(shown?.type).toEqual(shownType(toy))
    expect(shown?.form_data).toMatchObject({ viz_type: 'toy_chart', groupby: ['sex'], toy_size: 7 })
    const contract = (await send('GET', '/api/v1/dashboard/toys/charts')).json<Charts>().result[0]
    expect(contract?.type).toBeUndefined()
    expect(contract?.form_data).toMatchObject({ viz_type: 'old_toy', group: 'sex', toysize: 7 })
  })
})

describe('every folder of a type', () => {
  const here = import.meta.dirname
  const folders = readdirSync(here, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !['shared', 'testing', '__snapshots__'].includes(each.name))
    .map(({ name }) => name)
  const listed = charts.filter(({ folder }) => folder !== 'toy')

  it('is in the list', () => expect(listed.map(({ folder }) => folder).toSorted()).toEqual(folders.toSorted()))

  it.each(listed.map((chart) => [chart.folder, chart] as const))('%s has its parts', async (folder, chart) => {
    const has = (file: string) => existsSync(join(here, folder, file))
    expect([has('drawing.ts'), has('View.tsx')]).toEqual([chart.drawnWith === 'echarts', chart.drawnWith === 'react'])
    expect(has('thumbnail.tsx')).toBe(chart.hasThumbnail ?? false)
    const query: ChartQuery = await loadQuery(folder)
    expect(Object.keys(query.replaces ?? {}).toSorted()).toEqual((chart.replaces ?? []).toSorted())
    expect((await loadControls(folder)).length).toBeGreaterThan(0)
  })

  it('has a unique type', async () => {
    const { notDrawn } = await import('./vocabulary.ts')
    const keys = [
      ...charts.flatMap(({ type, replaces = [] }) => [type, ...replaces]),
      ...notDrawn.map(({ type }) => type),
    ]
    expect(keys).toEqual([...new Set(keys)])
  })
})
