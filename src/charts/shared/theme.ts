export type ChartMode = 'light' | 'dark'

const light = {
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#efefec',
  mapLand: '#efefec',
  mapSea: '#ffffff',
  noData: '#efefec',
  hover: '#1a1f1e0a',
  text: '#1a1f1e',
  text2: '#4f5755',
  text3: '#666d6a',
  textDisabled: '#a2a8a4',
  border: '#e3e3de',
  divider: '#ecece8',
  accent: '#0b6e69',
  accentSoft: '#e2f0ed',
  successFg: '#23682f',
  dangerFg: '#b02722',
  shadow2: '0 4px 16px -2px #1a1f1e1f, 0 1px 3px #1a1f1e14',
  chartAxis: '#c9cbc5',
  chartGrid: '#ededea',
  chartLabel: '#666d6a',
  chartText: '#1a1f1e',
  chartTooltipBg: '#ffffff',
  chartTooltipBorder: '#d2d3cd',
  chartCrosshair: '#8b918e',
  chartMuted: '#c3c6c1',
  chartAnnotation: '#4f5755',
}

type Palette = typeof light

const dark: Palette = {
  surface: '#15191a',
  raised: '#1c2122',
  sunken: '#0a0d0d',
  // the sea is darker than the land, so that it looks lower
  mapLand: '#1c2122',
  mapSea: '#0a0d0d',
  noData: '#22292a',
  hover: '#e8ecea0d',
  text: '#e6eae8',
  text2: '#abb4b1',
  text3: '#8b9592',
  textDisabled: '#59615f',
  border: '#2a3132',
  divider: '#232a2b',
  accent: '#4cc4b6',
  accentSoft: '#10302d',
  successFg: '#7dcb85',
  dangerFg: '#f58d84',
  shadow2: '0 8px 24px -4px #00000099, 0 0 0 1px #353d3e',
  chartAxis: '#3d4647',
  chartGrid: '#202627',
  chartLabel: '#8b9592',
  chartText: '#e6eae8',
  chartTooltipBg: '#1c2122',
  chartTooltipBorder: '#3d4647',
  chartCrosshair: '#76807d',
  chartMuted: '#3f4849',
  chartAnnotation: '#abb4b1',
}

/**
 * The colors of charts: one plain object for the browser and for images created on the server. The same values as in
 * `web/ui/tokens.css`.
 */
export interface ChartTheme extends Palette {
  mode: ChartMode
}

export const fontSans = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

const themes: Record<ChartMode, ChartTheme> = {
  light: { mode: 'light', ...light },
  dark: { mode: 'dark', ...dark },
}

export const chartTheme = (mode: ChartMode): ChartTheme => themes[mode]
