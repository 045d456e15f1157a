import type { ChartData } from '../../../model/query/chartData.ts'
import { columnLabel } from '../../../model/query/labels.ts'
import type { QueryColumn } from '../../../model/query/queryObject.ts'
import { cellsOf } from '../plot/cells.ts'
import type { RgbaList } from './deck/layerSpec.ts'
import { readColor } from './deck/rgba.ts'

/** `data => data.map(d => ({ ...d, color: colors.hexToRGB(d.extraProps.color) }))` without its spaces. */
const rowColors =
  /^\(?data\)?=>\{?(?:return)?data\.map\(\(?(\w+)\)?=>\(\{\.\.\.\1,color:colors\.hexToRGB\(\1\.extraProps(?:\.(\w+)|\[(['"])(.+?)\3\])\),?\}\)\);?\}?;?$/

/** A chart inside a multi-layer map may lack both. */
interface Saved {
  js_data_mutator?: string
  js_columns?: readonly QueryColumn[]
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/**
 * The column with a color for each row, if assigning it is all that the code of an older chart does. The code is
 * parsed, never run.
 */
export function colorColumn({ js_data_mutator: code = '', js_columns: columns = [] }: Saved): string | undefined {
  const [, , name, , quoted] = rowColors.exec(withoutSpaces(code)) ?? []
  const wanted = name ?? quoted
  return columns.map(columnLabel).find((label) => withoutSpaces(label) === wanted)
}

/** The color of each row; undefined if a row has none. */
export function colorsOfRows(answer: ChartData | undefined, form: Saved, alpha: number): (RgbaList | undefined)[] {
  const column = colorColumn(form)
  if (column === undefined) return []
  return cellsOf(answer, column).map((cell) => {
    const color = readColor(typeof cell === 'string' && /^[\da-f]{6}$/i.test(cell) ? `#${cell}` : cell)
    return color && [color[0], color[1], color[2], alpha]
  })
}
