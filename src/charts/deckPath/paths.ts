import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { highlight, type LayerSpec, type RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { rgbaList } from '../shared/maps/deck/rgba.ts'
import { colorsOfRows } from '../shared/maps/savedCode.ts'
import { flatPositions, readLines } from '../shared/maps/shapes.ts'
import { pickedSwatch } from '../shared/maps/swatch.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckPathForm } from './query.ts'

type Input = Pick<DrawInput<DeckPathForm>, 'formData' | 'data' | 'datasource'>

/** The lines, one per row, and the bounding box of all of them. */
export const readPaths = readOnce(({ formData: form, data }: Input) => {
  const { line_column: column, line_type: encoding, reverse_long_lat: reversed } = form
  const lines = readLines(data[0], { column: column && columnLabel(column), encoding, reversed })
  return { ...lines, bounds: boundsOf(flatPositions(lines.marks)) }
})

/**
 * The color of each line: that of its row if the saved code of an older chart reads colors from the rows, otherwise
 * that of the chart.
 */
export function colorsOfLines(input: Input): RgbaList[] {
  const plain = rgbaList(input.formData.color_picker)
  const colors = colorsOfRows(input.data[0], input.formData, plain[3])
  return readPaths(input).rows.map((row) => colors[row] ?? plain)
}

export const pathSwatch = (form: DeckPathForm) => pickedSwatch(form, 'line', form.color_picker)

export const widthOf = ({ line_width }: DeckPathForm) => Math.max(0, line_width)

/** The lines as a layer. */
export function pathLayer(input: Input): LayerSpec {
  const { formData: form } = input
  const { marks } = readPaths(input)
  const colors = colorsOfLines(input)
  return {
    kind: 'path',
    id: 'paths',
    props: {
      // indexes of the lines: picking a mark returns one of them
      data: [...marks.keys()],
      getPath: (at: number) => marks[at]!,
      getColor: (at: number) => colors[at]!,
      getWidth: widthOf(form),
      widthUnits: form.line_width_unit,
      widthMinPixels: 1,
      capRounded: true,
      jointRounded: true,
      ...highlight,
    },
  }
}
