import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboardMetadata.ts'
import { defaultActiveTabs, parseLayout } from '../../../../model/layout.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { createDashboardStore } from './dashboardStore.ts'

const tabbed = {
  ROOT_ID: { type: 'ROOT', children: ['TABS'] },
  TABS: { type: 'TABS', children: ['TEXT', 'CHARTS'] },
  TEXT: { type: 'TAB', children: ['M'] },
  M: { type: 'MARKDOWN', meta: { code: 'Read this first.' } },
  CHARTS: { type: 'TAB', children: ['R'] },
  R: { type: 'ROW', children: ['C'] },
  C: { type: 'CHART', meta: { chartId: 1 } },
}

function storeWith(chartIds: number[], position: Record<string, unknown> = tabbed, open: string = 'TEXT') {
  const layout = parseLayout(position)
  return createDashboardStore({
    id: 1,
    layout,
    charts: new Map(chartIds.map((id) => [id, { id, form_data: {} } as DashboardChart])),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: { ...defaultActiveTabs(layout), TABS: open },
  })
}

describe('dashboard store', () => {
  it.each([
    ['no chart anywhere', [], undefined, true],
    ['a chart on the open tab', [1], 'CHARTS', false],
    ['a text only on the open tab', [1], 'TEXT', true],
    ['a chart on the open tab that is gone', [], 'CHARTS', true],
  ])('%s decides whether filters load at once', (_what, ids, open, expected) => {
    expect(storeWith(ids, tabbed, open).getState().isAsked).toBe(expected)
  })
})
