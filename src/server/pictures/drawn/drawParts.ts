import { type TextLine, textLines } from '../../../charts/shared/stills/textLines.ts'
import { h, type SvgChild } from '../../../charts/shared/svg/tree.ts'
import type { ChartTheme } from '../../../charts/shared/theme.ts'
import { innerBox, type Placed } from '../dashboardLayout.ts'
import type { Tile } from '../protocol.ts'
import type { Fonts } from './fonts.ts'

/** The parts of a dashboard as SVG: for its pictures, and smaller for its cover. */

/** The canvas below the tiles, as in `tokens.css`. */
export const canvas = { light: '#f6f6f4', dark: '#0e1112' }

type PartOf<Kind extends Placed['kind']> = Placed & { kind: Kind }

/** Sizes, in px, and colors of parts. */
export interface Look {
  title: { size: number; margin: number; baseline: number }
  heading: { sizes: Record<PartOf<'heading'>['size'], number>; margin: number; bottom: number }
  /** `bottom`: space below the line; `baseline`: height of the baseline of the names above the line. */
  tabs: {
    size: number
    mostWidth: number
    gap: number
    left: number
    bottom: number
    baseline: number
    closed: 'text2' | 'text3'
    line: 'border' | 'divider'
  }
  divider: 'chartTooltipBorder' | 'divider'
  /** What a tile without an image shows instead. */
  withoutPicture: (part: Placed, tile: Tile | undefined, pens: Pens) => SvgChild
}

interface Pens {
  theme: ChartTheme
  fonts: Fonts
}

export function drawPart(part: Placed, tiles: ReadonlyMap<number, Tile>, look: Look, pens: Pens): SvgChild {
  const { x, y, width, height } = part
  const { theme, fonts } = pens
  const title = (text: string, fontSize: number, margin: number, baseline: number, isQuiet = false) =>
    h(
      'text',
      {
        x: x + margin,
        y: baseline,
        fontSize,
        fontWeight: isQuiet ? 520 : 620,
        fill: isQuiet ? theme.text2 : theme.text,
      },
      fitted(text, width - 2 * margin, fontSize, fonts),
    )
  switch (part.kind) {
    case 'chart': {
      const tile = tiles.get(part.chartId)
      const { size, margin, baseline } = look.title
      return [
        card(part, theme),
        title(part.title ?? tile?.title ?? '', size, margin, y + baseline, tile?.isFigure),
        tile?.svg === undefined && look.withoutPicture(part, tile, pens),
      ]
    }
    case 'text':
      return [
        card(part, theme),
        drawText(textLines(part.text, width - 2 * TEXT.side - 2, fonts, TEXT.size), part, theme),
      ]
    case 'heading': {
      const { sizes, margin, bottom } = look.heading
      return title(part.text, sizes[part.size], margin, y + height - bottom)
    }
    case 'divider':
      return h('path', { d: `M${x} ${y + height / 2}h${width}`, stroke: theme[look.divider] })
    case 'tabs':
      return drawTabs(part, look.tabs, pens)
  }
}

const card = ({ x, y, width, height }: Placed, theme: ChartTheme) =>
  h('rect', {
    x: x + 0.5,
    y: y + 0.5,
    width: width - 1,
    height: height - 1,
    rx: 8,
    fill: theme.surface,
    stroke: theme.border,
  })

function drawTabs(
  { x, y, width, height, names, open }: PartOf<'tabs'>,
  look: Look['tabs'],
  { theme, fonts }: Pens,
): SvgChild {
  const { size } = look
  const bottom = y + height - look.bottom
  let left = x + look.left
  return [
    h('path', { d: `M${x} ${bottom - 0.5}h${width}`, stroke: theme[look.line] }),
    names.map((name, at) => {
      const isOpen = at === open
      const text = fitted(name, look.mostWidth, size, fonts)
      const textWidth = fonts.measure(text, { size, weight: 520 })
      const start = left
      left += textWidth + look.gap
      // names of tabs that do not fit are not shown, except for that of the open tab
      if (left > x + width && !isOpen) return null
      return [
        h(
          'text',
          {
            x: start,
            y: bottom - look.baseline,
            fontSize: size,
            fontWeight: 520,
            fill: isOpen ? theme.text : theme[look.closed],
          },
          text,
        ),
        isOpen && h('rect', { x: start, y: bottom - 2, width: textWidth, height: 2, fill: theme.accent }),
      ]
    }),
  ]
}

/** As in `MarkdownBlock.module.css`. */
const TEXT = { size: 14, line: 22, side: 16, top: 13 }

function drawText(lines: readonly TextLine[], { x, y, height }: Placed, theme: ChartTheme): SvgChild {
  let top = y + TEXT.top
  return lines.map(({ text, size, isBold, indent, mark, gap }) => {
    const line = isBold ? size + (size > TEXT.size ? 8 : 6) : TEXT.line
    top += gap + line
    // lines that do not fit are not shown; in the page, they can be scrolled to
    if (top > y + height) return null
    const left = x + 1 + TEXT.side + indent
    const pen = {
      y: top - line / 2 + size * 0.36,
      fontSize: size,
      fontWeight: isBold ? 620 : 420,
      fill: isBold ? theme.text : theme.text2,
    }
    return [
      mark !== undefined && h('text', { ...pen, x: left - mark.gap, textAnchor: 'end' }, mark.text),
      h('text', { ...pen, x: left }, text),
    ]
  })
}

/**
 * The drawn charts, each as an image with its own coordinates. They are SVG text already, and are inserted unchanged.
 */
export function withCharts(
  svg: string,
  parts: readonly Placed[],
  tiles: ReadonlyMap<number, Tile>,
  head: number,
): string {
  // the last group holds all parts
  const end = svg.lastIndexOf('</g>')
  const charts = parts.map((part) => {
    const drawn = part.kind === 'chart' ? tiles.get(part.chartId)?.svg : undefined
    if (drawn === undefined) return ''
    const own = Buffer.from(drawn).toString()
    const { x, y, width, height } = innerBox(part, head)
    // the ids in a drawing are unique only in its own file, so they get the id of the chart
    return (
      own
        // the tile has a background with round corners
        .replace(/<rect width="100%" height="100%"[^>]*\/>/, '')
        .replace(/^(<svg [^>]*?) data-colors="[^"]*"/, '$1')
        .replaceAll(/(id="|#)picture\d+-/g, `$1tile${part.kind === 'chart' ? part.chartId : 0}-`)
        // a picture that was drawn in another size is scaled to fit
        .replace(/^(<svg [^>]*?)width="[^"]*" height="[^"]*"/, `$1width="${width}" height="${height}"`)
        // each chart clips itself
        .replace(/^<svg /, `<svg overflow="visible" x="${x}" y="${y}" `)
    )
  })
  return svg.slice(0, end) + charts.join('') + svg.slice(end)
}

export function fitted(text: string, room: number, size: number, { measure }: Fonts): string {
  const widthOf = (each: string) => measure(each, { size, weight: 620 })
  if (widthOf(text) <= room) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
