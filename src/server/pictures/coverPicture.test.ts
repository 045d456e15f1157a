import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { categoricalColors } from '../../charts/shared/color/index.ts'
import { insertChart, insertDashboard, loadBirths } from '../chartData/testing/entities.ts'
import { findDashboard } from '../entities/dashboards.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { dashboardCover } from './coverPicture.ts'
import { dashboardPicture } from './dashboardPicture.ts'

let server: TestApp

beforeAll(async () => {
  if (hasExamples) server = await startApp()
}, 120_000)
afterAll(() => server?.close())

it.skipIf(!hasExamples)(
  'a label has one color in all tiles of a cover',
  async () => {
    const { services } = server
    const { datasetId } = await loadBirths(services)
    const pie = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', show_legend: false }
    const only = (comparator: string) =>
      insertChart(services, datasetId, comparator, {
        ...pie,
        adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gender', operator: '==', comparator }],
      })
    const charts = [await insertChart(services, datasetId, 'Both', pie), await only('girl'), await only('boy')]
    const id = await insertDashboard(services, 'Genders', charts)
    const dashboard = await findDashboard(services.db, id)
    const user = await services.db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst()
    const known = await services.subjects.ofUser(user?.id ?? 0)
    if (!dashboard || !known) throw new Error('the dashboard or its reader is missing')
    // drawing the dashboard caches its results
    await dashboardPicture(services, dashboard, known.subject)
    const draw = vi.spyOn(services.pictures, 'draw')
    const wishes = { mode: 'light', isSmall: false, signal: new AbortController().signal } as const
    expect(await dashboardCover(services, dashboard, known.subject, wishes)).toBeDefined()
    const cover = draw.mock.calls.map(([request]) => request).find(({ kind }) => kind === 'cover')
    if (cover?.kind !== 'cover') throw new Error('no cover was drawn')
    const colors = charts.map((chart) => {
      const svg = Buffer.from(cover.tiles.get(chart)?.svg ?? '').toString()
      return categoricalColors('sextant').filter((color) => svg.includes(`fill="${color}"`))
    })
    const [both = [], girls = [], boys = []] = colors
    expect(both).toHaveLength(2)
    expect([...girls, ...boys].toSorted()).toEqual(both.toSorted())
  },
  120_000,
)
