import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/layout.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { createDashboardStore } from './dashboardStore.ts'

const storeWith = (charts: DashboardChart[]) =>
  createDashboardStore({
    id: 1,
    layout: parseLayout({ ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { type: 'GRID', children: [] } }),
    charts: new Map(charts.map((chart) => [chart.id, chart])),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: {},
  })

describe('dashboard store', () => {
  it('lets filters load at once where there is no chart to wait for', () => {
    expect(storeWith([]).getState().isAsked).toBe(true)
    expect(storeWith([{ id: 1, form_data: {} } as DashboardChart]).getState().isAsked).toBe(false)
  })
})
