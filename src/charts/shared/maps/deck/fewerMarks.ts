import type { LayerOfView, LayerSpec } from './layerSpec.ts'

/**
 * The time that a processor of two cores needs for parts of marks, in microseconds, measured with software WebGL on a
 * map of 900 x 500 px. The number of marks alone would be a poor measure, because marks with more points take more
 * time.
 */
const costs = {
  point: 16,
  /** of the outline of a circle */
  ring: 8,
  arc: 200,
  /** of a point of a line or an outline */
  segment: 80,
  /** of a point of an area, for its triangles */
  corner: 50,
  /** of a point of an area with a height: two more triangles, estimated like those of a segment */
  wall: 80,
}
/** The time for the marks of all layers. Starting WebGL, land and borders take the rest of 5 s. */
const mostMicroseconds = 3_300_000
/** The time for starting each kind of layer in addition to the first one: its programs are compiled. */
const startOfKind = 600_000

interface FewerMarks {
  layers: (LayerSpec | LayerOfView)[]
  /** numbers of marks that are drawn, and of all; undefined if all are drawn */
  left: { shown: number; all: number } | undefined
}

/**
 * The first marks of each layer: if the query has a metric, they have the largest values. A mark that by itself takes
 * more time than its layer may take is left out; the marks after it are still drawn.
 */
export function fewerMarks(layers: (LayerSpec | LayerOfView)[], drawsOnProcessor: () => boolean): FewerMarks {
  const needs = layers.map((layer) => dataOf(layer).reduce<number>((sum, mark) => sum + costOf(layer, mark), 0))
  const total = needs.reduce((sum, need) => sum + need, 0)
  const most = timeFor(layers)
  if (total <= most || !drawsOnProcessor()) return { layers, left: undefined }
  const shares = sharesOf(needs, most)
  let [shown, all] = [0, 0]
  const fewer = layers.map((layer, at) => {
    const data = dataOf(layer)
    const first = firstOf(layer, data, shares[at]!)
    all += data.length
    shown += first.length
    return typeof layer === 'function' || first === data ? layer : withMarks(layer, first)
  })
  return { layers: fewer, left: { shown, all } }
}

function timeFor(layers: readonly (LayerSpec | LayerOfView)[]): number {
  const kinds = new Set(
    layers.flatMap((layer) => (typeof layer === 'function' || dataOf(layer).length === 0 ? [] : [layer.kind])),
  )
  return mostMicroseconds - startOfKind * Math.max(0, kinds.size - 1)
}

const withMarks = (layer: LayerSpec, marks: readonly unknown[]): LayerSpec => ({
  ...layer,
  props: { ...layer.props, data: marks },
})

/** The time is divided equally. A layer that needs less leaves the rest to the others. */
function sharesOf(needs: readonly number[], most: number): number[] {
  const shares = needs.map(() => 0)
  let [left, waiting] = [most, needs.length]
  for (const at of [...needs.keys()].toSorted((one, other) => needs[one]! - needs[other]!)) {
    const share = Math.min(needs[at]!, left / waiting)
    shares[at] = share
    left -= share
    waiting -= 1
  }
  return shares
}

function firstOf(layer: LayerSpec | LayerOfView, data: readonly unknown[], share: number): readonly unknown[] {
  // sums of the same numbers in another order differ
  const most = share + 1e-3
  const first: unknown[] = []
  let sum = 0
  for (const mark of data) {
    const cost = costOf(layer, mark)
    if (cost > most) continue
    sum += cost
    if (sum > most) break
    first.push(mark)
  }
  return first.length === data.length ? data : first
}

function dataOf(layer: LayerSpec | LayerOfView): readonly unknown[] {
  const data: unknown = typeof layer === 'function' ? undefined : layer.props['data']
  return Array.isArray(data) ? (data as unknown[]) : []
}

/** In microseconds. */
function costOf(layer: LayerSpec | LayerOfView, mark: unknown): number {
  if (typeof layer === 'function') return 0
  const { kind, props } = layer
  switch (kind) {
    case 'scatterplot':
      return costs.point + (props['stroked'] === true ? costs.ring : 0)
    case 'arc':
      return costs.arc
    case 'path':
      return costs.segment * pointsOf(props['getPath'], mark)
    case 'polygon':
      return (
        (costs.corner +
          (props['stroked'] === true ? costs.segment : 0) +
          (props['extruded'] === true ? costs.wall : 0)) *
        pointsOf(props['getPolygon'], mark)
      )
    case 'bitmap':
      return 0
  }
}

type Nested = readonly (number | Nested)[]

/** The points of a line, a ring or a list of rings. */
function pointsOf(accessor: unknown, mark: unknown): number {
  return typeof accessor === 'function' ? pointsIn((accessor as (mark: unknown) => Nested)(mark)) : 1
}

function pointsIn(shape: Nested): number {
  const [first] = shape
  if (typeof first === 'number') return 1
  if (typeof first?.[0] === 'number') return shape.length
  return shape.reduce<number>((sum, each) => sum + (typeof each === 'number' ? 0 : pointsIn(each)), 0)
}

let known: boolean | undefined

/** Whether WebGL is drawn without a graphics card. */
export function drawsOnProcessor(): boolean {
  if (known !== undefined) return known
  const gl = document.createElement('canvas').getContext('webgl2')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  known = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
  return known
}
