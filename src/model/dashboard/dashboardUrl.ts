/**
 * The dashboard's address: the state that a link reopens. One parse and one format function; parameter names are those
 * of the contract. Unknown parameters are kept, because SQL templates and charts may read them.
 */

export interface DashboardUrl {
  /** 0 off; 1 no navigation; 2 also no title; 3 report: also no tabs and filter bar */
  standalone: 0 | 1 | 2 | 3
  /** bit mask: 1 hides the title, 2 tabs, 4 navigation, 8 chart controls */
  uiConfig: number
  showFilters?: boolean
  expandFilters?: boolean
  nativeFiltersKey?: string
  /** rison text of data masks */
  nativeFilters?: string
  permalinkKey?: string
  focusedChart?: number
  force: boolean
  edit: boolean
  /** component to scroll to, with its tabs open */
  anchor?: string
  kept: [string, string][]
}

const isOff = (value: string) => ['', 'false', '0'].includes(value.toLowerCase())

const STANDALONE = [0, 1, 2, 3] as const

function readStandalone(value: string | null): DashboardUrl['standalone'] {
  if (value === null || isOff(value)) return 0
  return STANDALONE.find((mode) => mode === Number(value)) ?? 1
}

const optionalFlag = (value: string | null) => (value === null ? undefined : !isOff(value))

const OWN = [
  'standalone',
  'uiConfig',
  'show_filters',
  'expand_filters',
  'native_filters_key',
  'native_filters',
  'permalink_key',
  'focused_chart',
  'force',
  'edit',
]

/** `search` and `hash` of the browser's location. */
export function parseDashboardUrl(search: string, hash: string): DashboardUrl {
  const params = new URLSearchParams(search)
  const focused = Number(params.get('focused_chart'))
  const uiConfig = Number(params.get('uiConfig'))
  return {
    standalone: readStandalone(params.get('standalone')),
    uiConfig: Number.isInteger(uiConfig) && uiConfig > 0 ? uiConfig & 15 : 0,
    showFilters: optionalFlag(params.get('show_filters')),
    expandFilters: optionalFlag(params.get('expand_filters')),
    nativeFiltersKey: params.get('native_filters_key') || undefined,
    nativeFilters: params.get('native_filters') || undefined,
    permalinkKey: params.get('permalink_key') || undefined,
    focusedChart: Number.isInteger(focused) && focused > 0 ? focused : undefined,
    force: optionalFlag(params.get('force')) ?? false,
    edit: params.get('edit') === 'true',
    anchor: decodeHash(hash),
    kept: [...params].filter(([name]) => !OWN.includes(name)),
  }
}

function decodeHash(hash: string): string | undefined {
  const text = hash.replace(/^#/, '')
  if (!text) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The query and hash of the address, including `?` and `#`; an empty text for the plain dashboard. */
export function formatDashboardUrl(url: DashboardUrl): string {
  const params = new URLSearchParams()
  if (url.standalone) params.set('standalone', String(url.standalone))
  if (url.uiConfig) params.set('uiConfig', String(url.uiConfig))
  if (url.showFilters !== undefined) params.set('show_filters', url.showFilters ? '1' : '0')
  if (url.expandFilters !== undefined) params.set('expand_filters', url.expandFilters ? '1' : '0')
  if (url.nativeFiltersKey) params.set('native_filters_key', url.nativeFiltersKey)
  if (url.nativeFilters) params.set('native_filters', url.nativeFilters)
  if (url.permalinkKey) params.set('permalink_key', url.permalinkKey)
  if (url.focusedChart) params.set('focused_chart', String(url.focusedChart))
  if (url.force) params.set('force', '1')
  if (url.edit) params.set('edit', 'true')
  for (const [name, value] of url.kept) params.append(name, value)
  const query = params.toString()
  return `${query ? `?${query}` : ''}${url.anchor ? `#${encodeURIComponent(url.anchor)}` : ''}`
}

/** The visible parts of the page, from both kinds of parameters. */
export function visibleParts(url: DashboardUrl): {
  navigation: boolean
  title: boolean
  tabs: boolean
  filterBar: boolean
  chartControls: boolean
} {
  return {
    navigation: url.standalone === 0 && (url.uiConfig & 4) === 0,
    title: url.standalone < 2 && (url.uiConfig & 1) === 0,
    tabs: url.standalone < 3 && (url.uiConfig & 2) === 0,
    filterBar: url.standalone < 3 && url.showFilters !== false,
    chartControls: (url.uiConfig & 8) === 0,
  }
}
