import { expect, it } from 'vitest'
import { layer as geojson } from './deckGeojson/layer.ts'
import { still as geojsonStill } from './deckGeojson/still.ts'
import { layer as path } from './deckPath/layer.ts'
import { still as pathStill } from './deckPath/still.ts'
import { layer as polygon } from './deckPolygon/layer.ts'
import { still as polygonStill } from './deckPolygon/still.ts'
import type { StillInput } from './shared/contract.ts'
import type { MakeLayer } from './shared/maps/mapLayer.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

const huge = `{"type":"LineString","coordinates":[[0,0]${',[10,50]'.repeat(1_300_000)}]}`
const text = ({ defaultMessage }: { defaultMessage?: unknown }) => String(defaultMessage)

it.each([
  ['deck_geojson', 'geojson', geojson, geojsonStill],
  ['deck_path', 'line_column', path, pathStill],
  ['deck_polygon', 'line_column', polygon, polygonStill],
])('%s says that its shapes are too large, not that there are none', (type, column, layer, still) => {
  const said = (cell: string) => {
    const form = openSaved({ viz_type: type, [column]: 'shape' })!.formData
    const input = { ...drawInput(form, [answer({ shape: [1, [cell]] })]), id: 'p', measure: () => 10, text }
    const made = (layer as unknown as MakeLayer<unknown>)(input as never, new Set())
    const picture = (still as (input: StillInput<unknown>) => unknown)(input as never)
    expect(picture).toBe('defaultMessage' in made ? made.defaultMessage : undefined)
    return picture
  }
  expect(said(huge)).toBe('The shapes of the rows are too large to draw.')
  expect(said('nothing')).toMatch(/^No row/)
})
