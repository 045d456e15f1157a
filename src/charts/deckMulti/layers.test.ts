import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { charts } from '../index.ts'
import { loadMapLayers } from '../mapLayers.ts'
import type { LayerSpec } from '../shared/maps/deck/layerSpec.ts'
import { stillMap } from '../shared/maps/stillMap.ts'
import { markupOf, type SvgNode } from '../shared/svg/tree.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { boundsOfAll, chartAt, chartsOnMap, keyOf, layersOf, listOf, readSources } from './layers.ts'
import type { DeckMultiForm } from './query.ts'
import { sources } from './sources.ts'
import { still } from './still.ts'

const latlong = { type: 'latlong', lonCol: 'x', latCol: 'y' }
const source = (id: number, form: Record<string, unknown>) => ({
  id,
  name: `Chart ${id}`,
  formData: openSaved(form)!.formData,
})

const points = source(7, { viz_type: 'deck_scatter', spatial: latlong, dimension: 'g', color_scheme: 'd3Category10' })
const cells = source(8, { viz_type: 'deck_grid', spatial: latlong, size: 'm', grid_size: 100_000 })
const data = [
  answer({ x: [0, [10, 20]], y: [0, [50, 60]], g: [1, ['a', 'b']] }),
  answer({ x: [0, [-30]], y: [0, [40]], m: [0, [3]] }),
]

const known = await loadMapLayers(charts.map(({ type }) => type))

const inputOf = (more: object = {}) =>
  drawInput(
    openSaved({ viz_type: 'deck_multi', deck_slices: [7, 8], source_charts: [points, cells], ...more })!
      .formData as DeckMultiForm,
    data,
  )

const specs = (hidden = new Set<string>()) => {
  const input = inputOf()
  return layersOf(chartsOnMap(readSources(input), known, hidden), hidden) as LayerSpec[]
}

describe('deck_multi', () => {
  it('queries its charts with its own filters, and reads old ids', () => {
    const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: '==', comparator: 1 }
    const { formData } = openSaved({
      viz_type: 'deck_multi',
      deck_slices: ['8', 7, 7, null, 'x', -1],
      time_range: 'Last week',
      adhoc_filters: [filter],
    })!
    expect(sources(formData as DeckMultiForm)).toEqual({
      charts: [8, 7],
      extraFormData: { time_range: 'Last week', adhoc_filters: [filter] },
      isPartial: true,
    })
    expect(
      contextOfSaved({ formData: { ...formData, datasource: '1__table' }, datasource: inputOf().datasource })!.queries,
    ).toEqual([])
  })

  it('has the layers of its charts in their order, with their own colors', () => {
    const [first, second] = specs()
    expect([first!.id, second!.id].map(chartAt)).toEqual([0, 1])
    expect([first!.kind, second!.kind]).toEqual(['scatterplot', 'polygon'])
    const color = first!.props['getFillColor'] as (at: number) => number[]
    // the first colors of d3Category10
    expect([color(0), color(1)]).toEqual([
      [31, 119, 180, 255],
      [255, 127, 14, 255],
    ])
    expect(boundsOfAll(chartsOnMap(readSources(inputOf()), known, new Set()))).toEqual([
      [-30, 40],
      [20, 60],
    ])
  })

  it('switches charts and entries of their legends off', () => {
    expect(specs(new Set([keyOf(0)])).map(({ id }) => chartAt(id))).toEqual([1])
    const [first, second] = specs(new Set([keyOf(0, 'a')]))
    expect(first!.props['data']).toEqual([1])
    expect((second!.props['data'] as unknown[]).length).toBe(1)
  })

  it('lists its layers with a swatch for each', () => {
    const color_picker = { r: 1, g: 2, b: 3, a: 1 }
    const arcs = source(11, { viz_type: 'deck_arc', start_spatial: latlong, end_spatial: latlong, color_picker })
    const unlisted = { ...points, formData: { ...points.formData, legend_position: null } }
    const listed = (hidden: string[], ...source_charts: object[]) => {
      const input = { ...inputOf({ source_charts }), data: source_charts.map((each) => data[each === cells ? 1 : 0]!) }
      return listOf(chartsOnMap(readSources(input), known, new Set(hidden)), new Set(hidden))
    }
    const [first, second, third, fourth] = listed([keyOf(0, 'a')], points, cells, arcs, unlisted)
    expect(first!.entries.map(({ label, isOn }) => [label, isOn])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(first!.swatch).toEqual({ kind: 'dots', colors: ['#1f77b4', '#ff7f0e'] })
    expect(second!.swatch?.kind).toBe('ramp')
    expect([third!.entries, third!.swatch]).toEqual([
      [],
      { kind: 'line', colors: ['rgba(1,2,3,1)', 'rgba(0,122,135,1)'] },
    ])
    expect([fourth!.entries, fourth!.swatch]).toEqual([[], undefined])
  })

  it('says why a chart has no layer, and draws the others', () => {
    const pie = { id: 9, name: 'Pie', formData: { viz_type: 'pie' } }
    const empty = source(10, { viz_type: 'deck_path' })
    const made = chartsOnMap(readSources(inputOf({ source_charts: [pie, empty, points] })), known, new Set())
    expect(made.map(({ why }) => why?.defaultMessage)).toEqual([
      'Charts of its type cannot be map layers.',
      'A map of lines needs the column with their points.',
      'No row has a place: longitudes are from −180 to 180, latitudes from −90 to 90. Are they swapped?',
    ])
  })

  it('draws every type whose charts are layers', () => {
    const folders = charts.filter(({ folder }) =>
      readdirSync(join(import.meta.dirname, '..', folder)).includes('layer.ts'),
    )
    const made = chartsOnMap(
      readSources(inputOf({ source_charts: folders.map(({ type }, at) => source(at + 1, { viz_type: type })) })),
      known,
      new Set(),
    )
    expect(made).toHaveLength(10)
    for (const { why } of made) expect(why?.defaultMessage).not.toMatch(/^Its type/)
  })

  it('is a picture with the marks of its charts', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }) => String(defaultMessage)
    const input = { ...inputOf(), id: 'p', measure: () => 10, text } as never
    const svg = JSON.stringify(still(input))
    expect(svg.match(/"circle"/g)!.length).toBeGreaterThanOrEqual(2)
    expect(still({ ...(input as object), formData: inputOf({ source_charts: [] }).formData } as never)).toMatch(
      /^Select/,
    )
    expect(stillMap(input, () => 'a sentence')).toBe('a sentence')
  })

  it('is a picture that names its layers and the entries of their legends', () => {
    const arcs = source(11, { viz_type: 'deck_arc', start_spatial: latlong, end_spatial: latlong })
    const input = { ...inputOf({ source_charts: [points, arcs] }), data: [data[0]!, data[0]!] }
    const svg = JSON.stringify(still({ ...input, id: 'p', measure: () => 10, text: () => '' } as never))
    const at = ['Chart 11', 'Chart 7', 'a', 'b'].map((name) => svg.indexOf(`["${name}"]`))
    expect(at.every((each, place) => each > (at[place - 1] ?? 0))).toBe(true)
    expect(svg).toContain('linearGradient')
  })

  it('is a picture with the name of a layer above its range, and with that of a layer without entries', () => {
    const unlisted = { ...points, formData: { ...points.formData, legend_position: null } }
    const input = { ...inputOf({ source_charts: [unlisted, cells] }), size: { width: 800, height: 500 } }
    const svg = markupOf(still({ ...input, id: 'p', measure: () => 10, text: () => '' } as never) as SvgNode)
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(texts).toContain('London')
    expect(texts.slice(-4)).toEqual(['Chart 8', expect.stringMatching(/ – /), 'Chart 7', 'Natural Earth, GeoNames'])
  })

  it('is a dark picture with dark marks if its style is dark, also on a light page', () => {
    const modes: string[] = []
    const pictureOf = (mapbox_style: string) => {
      const input = { ...inputOf({ mapbox_style }), id: 'p', theme: chartTheme('light') } as never
      return JSON.stringify(
        stillMap(input, ({ theme }) => {
          modes.push(theme.mode)
          return {
            bounds: [
              [0, 0],
              [1, 1],
            ],
            marks: () => null,
          }
        }),
      )
    }
    const { mapLand, mapSea } = chartTheme('dark')
    expect(pictureOf('mapbox://styles/mapbox/light-v9')).not.toContain(mapLand)
    const dark = pictureOf('mapbox://styles/mapbox/dark-v9')
    expect(dark).toContain(mapSea)
    expect(dark).toContain(mapLand)
    expect(modes).toEqual(['light', 'dark'])
  })

  it('is a picture that names the charts that it does not show, with the reason', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }, values: Record<string, string> = {}) =>
      String(defaultMessage).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const pie = { id: 9, name: 'Pie', formData: { viz_type: 'pie' } }
    const missing_charts = [{ id: 12, message: 'Not found' }]
    const pictureOf = (more: object, box = { width: 600, height: 400 }) =>
      JSON.stringify(still({ ...inputOf(more), size: box, id: 'p', measure: () => 10, text } as never))
    const partial = pictureOf({ source_charts: [points, pie], missing_charts })
    expect(partial).toContain('Chart 12 is not shown: Not found')
    expect(partial).toContain('Pie is not shown: Charts of its type cannot be map layers.')
    expect(pictureOf({})).not.toContain('not shown')
    // a small picture has room only for the number of charts that are not shown
    expect(pictureOf({ source_charts: [points, pie], missing_charts }, { width: 240, height: 60 })).toContain(
      'Layers not shown: 2',
    )
    expect(pictureOf({ source_charts: [pie], missing_charts })).toMatch(/^"Pie is not shown.*Chart 12 is not shown/)
  })
})
