import { legendPartsOf } from '../legendParts.ts'
import { categoricalColor, colorsOn } from '../shared/color/index.ts'
import type { DrawInput, LegendPart } from '../shared/contract.ts'
import type { Placed } from './places.ts'

type Colors = Pick<DrawInput<unknown>, 'color' | 'theme'>

interface ColoredPart extends LegendPart {
  color: string
}

/**
 * The parts of the small charts, such as slices or lines, with their colors, which are the same in all charts; empty if
 * the type of the charts has no parts. `loadLegendParts` has been called.
 */
export function coloredParts(
  { type, formData, datasource, charts }: Pick<Placed, 'type' | 'formData' | 'datasource' | 'charts'>,
  colors: Colors,
): { parts: ColoredPart[]; color: (label: string) => string } {
  const read = legendPartsOf(type)
  const parts = new Map<string, LegendPart>()
  for (const { data } of charts) {
    for (const part of read?.({ formData, data: [data], datasource }) ?? []) {
      if (!parts.has(part.label)) parts.set(part.label, part)
    }
  }
  const color = colorOfParts(formData, colors)
  const muted = colors.theme.chartMuted
  return {
    // colors are assigned in the order of first requests; combined parts, which have none, are last
    parts: [...parts.values()]
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((part) => ({
        ...part,
        color: part.colorLabel === undefined ? muted : color(part.colorLabel),
      })),
    color,
  }
}

const rankOf = ({ colorLabel }: LegendPart) => (colorLabel === undefined ? 1 : 0)

/** The entries of the legend; none if the selected chart has no legend, or if there is nothing to tell apart. */
export const legendOf = ({ formData }: Pick<Placed, 'formData'>, parts: ColoredPart[]): ColoredPart[] =>
  formData['show_legend'] === false || parts.length < 2 ? [] : parts

/** A chart with a color scheme or colors of its own keeps them. */
function colorOfParts(
  { color_scheme, label_colors: saved }: Record<string, unknown>,
  { color, theme }: Colors,
): (label: string) => string {
  const own = (saved ?? {}) as Record<string, string>
  const scheme = typeof color_scheme === 'string' && color_scheme !== '' ? color_scheme : undefined
  const isOwn = scheme !== undefined || Object.keys(own).length > 0
  return colorsOn(theme, isOwn ? categoricalColor(scheme, own) : color)
}
