import { stringify } from 'yaml'

/**
 * Texts that would run scripts, load resources or navigate if a page treated them as HTML. They set `window.hacked`
 * when they run.
 */
export const payloads = [
  '<img src=x onerror="window.hacked=1">',
  '<svg onload="window.hacked=2"><animate onbegin="window.hacked=3" attributeName=x></svg>',
  '"><script>window.hacked=4</script>',
  '<a href="javascript:window.hacked=5">link</a>',
  '<iframe srcdoc="<script>parent.hacked=6</script>"></iframe>',
  "{{constructor.constructor('window.hacked=7')()}}",
  '<img src="https://elsewhere.invalid/seen.png"><b>bold</b>',
  '</style><script>window.hacked=8</script><style>',
  '[link](javascript:window.hacked=9)',
]
const all = payloads.join(' ')
const short = payloads[0] ?? ''

/** The table of the charts: each payload as a value. */
export const hostileTable = {
  name: 'hostile',
  csv: [
    'day,name,amount',
    ...payloads.map((text, row) => `2024-01-0${row + 1},"${text.replaceAll('"', '""')}",${row + 1}`),
  ].join('\n'),
}

const uuid = (number: number) => `9c1d3c52-0d7e-4b53-9a55-3f0c1e6a7${String(number).padStart(3, '0')}`
const [datasetUuid, dashboardUuid] = [uuid(1), uuid(2)]

const column = (name: string, type: string, isTime = false) => ({
  column_name: name,
  verbose_name: `${name} ${short}`,
  is_dttm: isTime,
  is_active: true,
  type,
  groupby: true,
  filterable: true,
  expression: null,
  description: all,
  python_date_format: null,
  extra: null,
})

const chartTypes: [type: string, params: object][] = [
  ['table', { query_mode: 'aggregate', groupby: ['name'], metrics: ['total'], row_limit: 100 }],
  ['table', { query_mode: 'raw', all_columns: ['name', 'day'], row_limit: 100 }],
  [
    'pie',
    { groupby: ['name'], metric: 'total', row_limit: 100, label_type: 'template', label_template: `{name} ${short}` },
  ],
  ['echarts_timeseries_bar', { x_axis: 'name', metrics: ['total'], groupby: [], x_axis_title: short, row_limit: 100 }],
  [
    'echarts_timeseries_line',
    { x_axis: 'day', metrics: ['total'], groupby: ['name'], y_axis_title: short, row_limit: 100 },
  ],
  ['echarts_area', { x_axis: 'day', metrics: ['total'], groupby: ['name'], stack: 'Stack', row_limit: 100 }],
  ['echarts_timeseries_scatter', { x_axis: 'amount', metrics: ['total'], groupby: ['name'], row_limit: 100 }],
  ['big_number_total', { metric: 'total', subheader: short }],
  ['big_number', { metric: 'total', x_axis: 'day', compare_lag: 1, compare_suffix: short }],
  [`unknown ${short}`, {}],
]

const charts = chartTypes.map(([type, params], at) => ({
  slice_name: `Chart ${at} ${short}`,
  description: all,
  certified_by: short,
  certification_details: all,
  viz_type: type,
  params: { viz_type: type, adhoc_filters: [], ...params },
  cache_timeout: null,
  uuid: uuid(100 + at),
  version: '1.0.0',
  dataset_uuid: datasetUuid,
  query_context: null,
}))

const node = (id: string, type: string, parents: string[], children: string[], meta: object = {}) => ({
  [id]: { id, type, parents, children, meta },
})
const top = ['ROOT_ID', 'TABS-a', 'TAB-a']
const position = {
  DASHBOARD_VERSION_KEY: 'v2',
  ...node('ROOT_ID', 'ROOT', [], ['TABS-a']),
  ...node('TABS-a', 'TABS', ['ROOT_ID'], ['TAB-a']),
  ...node('TAB-a', 'TAB', ['ROOT_ID', 'TABS-a'], ['HEADER-a', 'ROW-text', ...charts.map((_, at) => `ROW-${at}`)], {
    text: short,
  }),
  ...node('HEADER-a', 'HEADER', top, [], {
    text: all,
    headerSize: 'MEDIUM_HEADER',
    background: 'BACKGROUND_TRANSPARENT',
  }),
  ...node('ROW-text', 'ROW', top, ['MARKDOWN-a'], { background: 'BACKGROUND_TRANSPARENT' }),
  ...node('MARKDOWN-a', 'MARKDOWN', [...top, 'ROW-text'], [], { width: 12, height: 30, code: payloads.join('\n\n') }),
  ...Object.assign(
    {},
    ...charts.flatMap((chart, at) => [
      node(`ROW-${at}`, 'ROW', top, [`CHART-${at}`], { background: 'BACKGROUND_TRANSPARENT' }),
      node(`CHART-${at}`, 'CHART', [...top, `ROW-${at}`], [], {
        chartId: 700 + at,
        uuid: chart.uuid,
        sliceName: chart.slice_name,
        sliceNameOverride: at === 0 ? all : undefined,
        width: 12,
        height: 40,
      }),
    ]),
  ),
}

const filter = {
  id: 'NATIVE_FILTER-hostile',
  type: 'NATIVE_FILTER',
  name: `Filter ${short}`,
  filterType: 'filter_select',
  targets: [{ datasetUuid, column: { name: 'name' } }],
  controlValues: {},
  defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  description: all,
}

/** A bundle with payloads in every text that it can contain: file -> text. */
export const hostileBundle: Record<string, string> = Object.fromEntries(
  Object.entries({
    'metadata.yaml': { version: '1.0.0', type: 'Dashboard', timestamp: '2026-01-01T00:00:00+00:00' },
    'databases/examples.yaml': {
      database_name: 'examples',
      sqlalchemy_uri: 'duckdb:///examples',
      uuid: 'a2dc77af-e654-49bb-b321-40f6b559a1ee',
      version: '1.0.0',
    },
    'datasets/examples/hostile.yaml': {
      table_name: hostileTable.name,
      main_dttm_col: 'day',
      description: all,
      schema: 'main',
      sql: null,
      extra: JSON.stringify({ certification: { certified_by: short, details: all }, warning_markdown: all }),
      uuid: datasetUuid,
      metrics: [
        {
          metric_name: 'total',
          verbose_name: `Total ${short}`,
          expression: 'SUM(amount)',
          description: all,
          d3format: null,
          warning_text: all,
        },
      ],
      columns: [column('day', 'DATE', true), column('name', 'VARCHAR'), column('amount', 'BIGINT')],
      version: '1.0.0',
      database_uuid: 'a2dc77af-e654-49bb-b321-40f6b559a1ee',
    },
    'dashboards/Hostile.yaml': {
      dashboard_title: `Dashboard ${short}`,
      description: all,
      css: payloads.join('\n'),
      slug: 'hostile',
      certified_by: short,
      certification_details: all,
      published: true,
      uuid: dashboardUuid,
      position,
      metadata: { cross_filters_enabled: true, native_filter_configuration: [filter], label_colors: {} },
      version: '1.0.0',
    },
    ...Object.fromEntries(charts.map((chart, at) => [`charts/Chart_${at}.yaml`, chart])),
  }).map(([path, value]) => [path, stringify(value)]),
)
