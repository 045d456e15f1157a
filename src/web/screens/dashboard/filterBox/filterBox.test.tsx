import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { type DashboardMetadata, parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import type { DashboardDocument } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { show } from '../../../ui/testing/show.tsx'
import { type Editor, EditorContext } from '../edit/editStore.ts'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { type Session, SessionContext } from '../state/session.ts'
import { boxFilters, readBoxValues, savedBoxValues } from './boxFilters.ts'
import { convertBoxes } from './convertBoxes.ts'
import FilterBoxBody from './FilterBoxBody.tsx'
import FilterScopesDialog from './FilterScopesDialog.tsx'

const position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS'] },
  TABS: { id: 'TABS', type: 'TABS', children: ['TAB-a', 'TAB-b'] },
  'TAB-a': { id: 'TAB-a', type: 'TAB', children: ['R1'], meta: { text: 'First' } },
  'TAB-b': { id: 'TAB-b', type: 'TAB', children: ['R2'], meta: { text: 'Second' } },
  R1: { id: 'R1', type: 'ROW', children: ['B7', 'C1'], meta: {} },
  R2: { id: 'R2', type: 'ROW', children: ['C2', 'B8'], meta: {} },
  B7: { id: 'B7', type: 'CHART', children: [], meta: { chartId: 7, width: 4 } },
  C1: { id: 'C1', type: 'CHART', children: [], meta: { chartId: 1, width: 4 } },
  C2: { id: 'C2', type: 'CHART', children: [], meta: { chartId: 2, width: 4 } },
  B8: { id: 'B8', type: 'CHART', children: [], meta: { chartId: 8, width: 4 } },
}
const layout = parseLayout(position)
const type = (filtersDashboard?: true) => ({ type: 'x', name: 'X', folder: 'x', filtersDashboard, behaviors: [] })
const chart = (id: number, form_data: Record<string, unknown>, isBox = false) =>
  ({ id, slice_name: `Chart ${id}`, form_data, type: type(isBox ? true : undefined) }) as unknown as DashboardChart
const box = (id: number, form: Record<string, unknown> = {}) =>
  chart(
    id,
    { datasource: '3__table', filter_configs: [{ key: 'k', column: 'region', label: 'Region' }], ...form },
    true,
  )
const values = (colname: string, ...cells: string[]) =>
  ({ colnames: [colname], coltypes: [1], columns: [cells], rowcount: cells.length }) as unknown as ChartData

function sessionOf(charts: DashboardChart[], stored: Record<string, unknown> = {}, params: [string, string][] = []) {
  const byId = new Map(charts.map((each) => [each.id, each]))
  const metadata = parseMetadata(stored)
  const boxes = boxFilters(layout, byId, metadata, params)
  const masks = Object.fromEntries(boxes.map(({ id, defaultDataMask }) => [id, defaultDataMask]))
  const store = createDashboardStore({
    id: 1,
    layout,
    charts: byId,
    metadata,
    masks,
    boxFilters: boxes,
    activeTabs: {},
  })
  store.setState({
    datasources: new Map(),
    runs: { 7: { phase: 'done', key: '', startedAt: 0, result: [values('region', 'East', 'West')] } },
  })
  const filtersOf = (id: number) => chartExtraFormData(id, store.getState().applied, store.getState().reach)
  return { store, session: { store } as unknown as Session, boxes, filtersOf }
}
const inSession = (session: Session, parts: ReactNode) => <SessionContext value={session}>{parts}</SessionContext>

describe('the filters of a box', () => {
  it('filter every other chart of the dashboard, never the box itself', () => {
    const { store } = sessionOf([box(7), chart(1, {}), chart(2, {})])
    expect([...(store.getState().reach['7_region']?.keys() ?? [])]).toEqual([1, 2, 8])
  })

  it('use the stored scope of their column', () => {
    const scopes = { 7: { region: { scope: ['TAB-b'], immune: [8] } } }
    const { store } = sessionOf([box(7)], { filter_scopes: scopes })
    expect([...(store.getState().reach['7_region']?.keys() ?? [])]).toEqual([2])
    expect([...(store.getState().reach['7___time_range']?.keys() ?? [])]).toEqual([1, 2, 8])
  })

  it.each([
    ['nothing', {}, {}, [], undefined],
    ['its own default', { defaultValue: 'East;West' }, {}, [], ['East', 'West']],
    ['the dashboard’s value', { defaultValue: 'East' }, { default_filters: '{"7":{"region":["West"]}}' }, [], ['West']],
    [
      'the value of the address',
      {},
      { default_filters: { 7: { region: ['West'] } } },
      [['preselect_filters', '{"7":{"region":["South"]}}']],
      ['South'],
    ],
  ])('start with %s', (_name, config, stored, params, expected) => {
    const charts = [box(7, { filter_configs: [{ key: 'k', column: 'region', ...config }] }), chart(1, {})]
    const { filtersOf } = sessionOf(charts, stored, params as [string, string][])
    expect(filtersOf(1).filters?.[0]?.val).toEqual(expected)
  })

  it('start with the time range of the chart', () => {
    const { filtersOf } = sessionOf([box(7, { time_range: 'Last week' })])
    expect(filtersOf(1).time_range).toBe('Last week')
  })

  it('are stored with the dashboard in the format of the contract', () => {
    const { store } = sessionOf([box(7, { time_range: 'Last week' })], { default_filters: '{"7":{"region":["West"]}}' })
    expect(readBoxValues(savedBoxValues(store.getState()))).toEqual({
      7: { __time_range: 'Last week', region: ['West'] },
    })
  })

  it('accept invalid settings of old dashboards', () => {
    const { boxes } = sessionOf([box(7, { filter_configs: 'x', adhoc_filters: 'y' })], {
      filter_scopes: { 7: 'z' },
      default_filters: '{',
    })
    expect(boxes.map(({ id }) => id)).toEqual(['7___time_range'])
  })
})

describe('the tile of a box', () => {
  it('applies its values with the button', async () => {
    const { session, filtersOf } = sessionOf([box(7), chart(1, {})])
    const user = show(inSession(session, <FilterBoxBody chart={box(7)} isLoading={false} />))
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
    expect(apply.disabled).toBe(true)
    expect(screen.getByText('Type or Select [Region]')).toBeDefined()
    await user.click(screen.getByRole('combobox', { name: 'Region' }))
    await user.click(await screen.findByRole('option', { name: 'West' }))
    expect(filtersOf(1)).toEqual({})
    await user.click(apply)
    expect(filtersOf(1).filters).toEqual([{ col: 'region', op: 'IN', val: ['West'] }])
  })

  it('has the attribute with its type like every chart, for code that waits until charts are drawn', () => {
    const shown = box(7, { viz_type: 'filter_box' })
    const { session } = sessionOf([shown])
    show(inSession(session, <FilterBoxBody chart={shown} isLoading={false} />))
    const named = screen.getByRole('combobox', { name: 'Region' }).closest('[data-viz-type]')
    expect(named?.getAttribute('data-viz-type')).toBe('filter_box')
  })

  it('applies its values at once if instant filtering is on', async () => {
    const instant = box(7, { instant_filtering: true })
    const { session, filtersOf } = sessionOf([instant, chart(1, {})])
    const user = show(inSession(session, <FilterBoxBody chart={instant} isLoading={false} />))
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Region' }))
    await user.click(await screen.findByRole('option', { name: 'East' }))
    expect(filtersOf(1).filters).toEqual([{ col: 'region', op: 'IN', val: ['East'] }])
  })

  it('keeps the last value of a select that cannot be cleared', async () => {
    const strict = box(7, {
      instant_filtering: true,
      filter_configs: [{ key: 'k', column: 'region', clearable: false, defaultValue: 'East' }],
    })
    const { session, filtersOf } = sessionOf([strict, chart(1, {})])
    const user = show(inSession(session, <FilterBoxBody chart={strict} isLoading={false} />))
    await user.click(screen.getByRole('combobox', { name: 'region' }))
    await user.click(await screen.findByRole('option', { name: 'East' }))
    expect(filtersOf(1).filters?.[0]?.val).toEqual(['East'])
  })
})

function editorOf(session: Session, metadata: Record<string, unknown> = {}) {
  let document = { position, metadata } as unknown as DashboardDocument
  const editor = {
    session,
    document: () => document,
    change: (patch: Partial<DashboardDocument>) => (document = { ...document, ...patch }),
  } as unknown as Editor
  return { editor, document: () => document }
}

describe('the dialog of filter scopes', () => {
  it('says that there are no filters, and has only a button to close it', async () => {
    const { session } = sessionOf([chart(1, {})])
    const { editor } = editorOf(session)
    show(
      inSession(
        session,
        <EditorContext value={editor}>
          <FilterScopesDialog onClose={() => undefined} />
        </EditorContext>,
      ),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Configure filter scopes' })
    expect(within(dialog).getByText('There are no filters in this dashboard.')).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('stores the charts of one filter, and of several at once', async () => {
    const { session } = sessionOf([box(7), chart(1, {}), chart(2, {})])
    const { editor, document } = editorOf(session)
    const user = show(
      inSession(
        session,
        <EditorContext value={editor}>
          <FilterScopesDialog onClose={() => undefined} />
        </EditorContext>,
      ),
    )
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Edit Region' }))
    expect(within(dialog).getByRole('status').textContent).toBe('Editing 1 filter: Region')
    const charts = within(dialog).getByRole('list', { name: 'Charts' })
    await user.click(within(charts).getByRole('checkbox', { name: 'Chart 1' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'All filters' }))
    expect(within(dialog).getByRole('status').textContent).toMatch(/^Batch editing 2 filters:/)
    await user.click(within(charts).getByRole('checkbox', { name: 'Second' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const { store } = sessionOf([box(7)], document().metadata)
    await waitFor(() => expect([...(store.getState().reach['7_region']?.keys() ?? [])]).toEqual([]))
    expect([...(store.getState().reach['7___time_range']?.keys() ?? [])]).toEqual([1])
  })
})

describe('the conversion of boxes', () => {
  const convert = (charts: DashboardChart[], stored: Record<string, unknown> = {}) => {
    const { store } = sessionOf(charts, stored)
    let next = 0
    const document = { position, metadata: stored } as unknown as DashboardDocument
    return convertBoxes(document, store.getState(), () => `NATIVE_FILTER-${++next}`)
  }
  const filtersIn = ({ metadata }: DashboardDocument) =>
    parseMetadata(metadata).native_filter_configuration as DashboardMetadata['native_filter_configuration']

  it('creates a native filter for each control, with its default, and removes the tile', () => {
    const form = {
      show_sqla_time_granularity: true,
      show_sqla_time_column: true,
      adhoc_filters: [{ expressionType: 'SIMPLE', subject: 'year' }],
      filter_configs: [
        { column: 'region', label: 'Region', metric: 'count', asc: false, multiple: false, clearable: false },
      ],
    }
    const document = convert([box(7, form)], { default_filters: '{"7":{"region":"West"}}', filter_scopes: {} })
    expect(filtersIn(document)).toMatchObject([
      { name: 'Time Range', filterType: 'filter_time' },
      { name: 'Time Grain', filterType: 'filter_timegrain', targets: [{ datasetId: 3 }] },
      { name: 'Time Column', filterType: 'filter_timecolumn', targets: [{ datasetId: 3 }] },
      {
        name: 'Region',
        filterType: 'filter_select',
        targets: [{ datasetId: 3, column: { name: 'region' } }],
        controlValues: { multiSelect: false, enableEmptyFilter: true, sortAscending: false },
        sortMetric: 'count',
        adhoc_filters: [{ subject: 'year' }],
        defaultDataMask: { filterState: { value: ['West'] } },
        scope: { rootPath: ['ROOT_ID'], excluded: [] },
      },
    ])
    expect(document.position).not.toHaveProperty('B7')
    expect(document.metadata).not.toHaveProperty('filter_scopes')
    expect(document.metadata).not.toHaveProperty('default_filters')
  })

  it('makes a box that filters another box the parent of its selects', () => {
    const scopes = { 8: { region: { scope: [], immune: [] }, __time_range: { scope: [], immune: [] } } }
    const [, parent, , child] = filtersIn(convert([box(7), box(8)], { filter_scopes: scopes }))
    expect(child).toMatchObject({ name: 'Region', cascadeParentIds: ['NATIVE_FILTER-1', parent?.id] })
  })

  it('keeps the existing native filters', () => {
    const kept = { id: 'NATIVE_FILTER-kept', type: 'NATIVE_FILTER', name: 'Kept', filterType: 'filter_time' }
    const document = convert([box(7)], { native_filter_configuration: [kept] })
    expect(filtersIn(document).map(({ id }) => id)).toEqual([
      'NATIVE_FILTER-kept',
      'NATIVE_FILTER-1',
      'NATIVE_FILTER-2',
    ])
  })
})
