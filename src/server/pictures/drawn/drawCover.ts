import { h, markupOf } from '../../../charts/shared/svg/tree.ts'
import { chartTheme, fontSans } from '../../../charts/shared/theme.ts'
import { COVER_HEAD } from '../dashboardLayout.ts'
import type { CoverOrder, Tile } from '../protocol.ts'
import { canvas, drawPart, type Look, withCharts } from './drawParts.ts'
import type { Fonts } from './fonts.ts'
import { largeTexts } from './largeTexts.ts'
import { plainFonts } from './plainFonts.ts'

const MARGIN = 8
const look: Look = {
  title: { size: 10, margin: MARGIN, baseline: 15 },
  heading: { sizes: { small: 12, medium: 12, large: 12 }, margin: MARGIN, bottom: 6 },
  tabs: { size: 10, mostWidth: 160, gap: 14, left: 2, bottom: 4, baseline: 5, closed: 'text3', line: 'border' },
  divider: 'divider',
  // gray lines in place of the chart
  withoutPicture: ({ x, y, width, height }, _tile, { theme }) =>
    [0.7, 0.5, 0.6]
      .map((share, at) => ({ wide: (width - 2 * MARGIN) * share, top: y + COVER_HEAD + 6 + at * 14 }))
      .filter(({ top }) => top + 6 < y + height)
      .map(({ wide, top }) =>
        h('rect', { x: x + MARGIN, y: top, width: wide, height: 6, rx: 3, fill: theme.chartGrid }),
      ),
}

/** The first screen of a dashboard: its tiles with short titles; what is below the edge is cut off. */
export function drawCover(
  { mode, size: { width, height }, edge, parts }: CoverOrder,
  tiles: ReadonlyMap<number, Tile>,
  fonts: Fonts,
): string {
  const theme = chartTheme(mode)
  const svg = markupOf(
    h(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, fontFamily: fontSans },
      h('rect', { width, height, fill: canvas[mode] }),
      h(
        'g',
        { transform: `translate(${edge},${edge})` },
        parts.map((part) => drawPart(part, tiles, look, { theme, fonts })),
      ),
    ),
  )
  return withCharts(largeTexts(plainFonts(svg)), parts, tiles, COVER_HEAD)
}
