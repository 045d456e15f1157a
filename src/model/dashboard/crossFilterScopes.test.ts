import { describe, expect, it } from 'vitest'
import { readCrossFilterScopes, withCrossFilterScopes } from './crossFilterScopes.ts'
import { parseMetadata } from './dashboardMetadata.ts'
import { crossFilterCharts } from './dashboardState.ts'
import { parseLayout } from './layout.ts'
import { wholeDashboard } from './scope.ts'

const layout = parseLayout({}, [1, 2, 3])
const without = (...excluded: number[]) => ({ rootPath: ['ROOT_ID'], excluded })

describe('scopes of cross filters', () => {
  it('are the whole dashboard by default', () => {
    expect(readCrossFilterScopes({})).toEqual({ global: wholeDashboard, custom: new Map() })
  })

  it('are read back as they were written, and are used in view mode', () => {
    const scopes = { global: without(3), custom: new Map([[2, without(1)]]) }
    const metadata = withCrossFilterScopes({ kept: 1 }, scopes, layout)
    expect(readCrossFilterScopes(metadata)).toEqual(scopes)
    expect(metadata['kept']).toBe(1)
    const parsed = parseMetadata(metadata)
    expect(crossFilterCharts(layout, parsed, 1)).toEqual([2])
    expect(crossFilterCharts(layout, parsed, 2)).toEqual([3])
  })

  it('keep other settings of a chart, and fall back to the global scope', () => {
    const stored = { chart_configuration: { 2: { id: 2, own: 'x', crossFilters: { scope: without(1), more: 1 } } } }
    const metadata = withCrossFilterScopes(stored, { global: without(3), custom: new Map() }, layout)
    expect(metadata['chart_configuration']).toEqual({
      2: { id: 2, own: 'x', crossFilters: { scope: 'global', more: 1, chartsInScope: [1] } },
    })
  })

  it('keeps the settings of charts that are on no tab', () => {
    const stored = { chart_configuration: { 9: { id: 9, crossFilters: { scope: without(1) } } } }
    const scopes = readCrossFilterScopes(stored)
    expect(readCrossFilterScopes(withCrossFilterScopes(stored, scopes, layout))).toEqual(scopes)
  })
})
