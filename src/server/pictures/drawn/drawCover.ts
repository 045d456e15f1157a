import { textLines } from '../../../charts/shared/stills/textLines.ts'
import { h, markupOf, type SvgChild } from '../../../charts/shared/svg/tree.ts'
import { type ChartTheme, chartTheme, fontSans } from '../../../charts/shared/theme.ts'
import { COVER_HEAD, type Placed } from '../dashboardLayout.ts'
import type { CoverOrder, Tile } from '../protocol.ts'
import { canvas, card, drawText, fitted, withCharts } from './drawDashboard.ts'
import type { Fonts } from './fonts.ts'
import { plainWeights } from './plainWeights.ts'

const TITLE = 10
const MARGIN = 8

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
        parts.map((part) => drawPart(part, tiles, theme, fonts)),
      ),
    ),
  )
  return withCharts(plainWeights(svg), parts, tiles, COVER_HEAD)
}

function drawPart(part: Placed, tiles: ReadonlyMap<number, Tile>, theme: ChartTheme, fonts: Fonts): SvgChild {
  const { x, y, width, height } = part
  const title = (text: string, size: number, top: number) =>
    h(
      'text',
      { x: x + MARGIN, y: top, fontSize: size, fontWeight: 620, fill: theme.text },
      fitted(text, width - 2 * MARGIN, size, fonts),
    )
  switch (part.kind) {
    case 'chart': {
      const tile = tiles.get(part.chartId)
      return [
        card(part, theme),
        title(part.title ?? tile?.title ?? '', TITLE, y + 15),
        tile?.svg === undefined && place(part, theme),
      ]
    }
    case 'text':
      return drawText(textLines(part.text, width - 24, fonts), part, theme)
    case 'heading':
      return title(part.text, 12, y + height - 6)
    case 'divider':
      return h('path', { d: `M${x} ${y + height / 2}h${width}`, stroke: theme.divider })
    case 'tabs':
      return drawTabs(part, theme, fonts)
  }
}

/** The names of tabs that have room, and a line under the open one. */
function drawTabs({ x, y, width, height, names, open }: Placed & { kind: 'tabs' }, theme: ChartTheme, fonts: Fonts) {
  const bottom = y + height - 4
  let left = x + 2
  return [
    h('path', { d: `M${x} ${bottom}h${width}`, stroke: theme.border }),
    names.map((name, at) => {
      const text = fitted(name, 160, TITLE, fonts)
      const wide = fonts.measure(text, { size: TITLE, weight: 620 })
      const start = left
      left += wide + 14
      if (left > x + width) return null
      const isOpen = at === open
      return [
        h(
          'text',
          { x: start, y: bottom - 5, fontSize: TITLE, fontWeight: 620, fill: isOpen ? theme.text : theme.text3 },
          text,
        ),
        isOpen && h('rect', { x: start, y: bottom - 1, width: wide, height: 2, fill: theme.accent }),
      ]
    }),
  ]
}

/** A chart without a picture: lines in its place. */
const place = ({ x, y, width, height }: Placed, theme: ChartTheme): SvgChild =>
  [0.7, 0.5, 0.6]
    .map((share, at) => ({ wide: (width - 2 * MARGIN) * share, top: y + COVER_HEAD + 6 + at * 14 }))
    .filter(({ top }) => top + 6 < y + height)
    .map(({ wide, top }) => h('rect', { x: x + MARGIN, y: top, width: wide, height: 6, rx: 3, fill: theme.chartGrid }))
