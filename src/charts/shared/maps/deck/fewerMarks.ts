import type { LayerOfView, LayerSpec } from './layerSpec.ts'

/**
 * Maximum number of marks, by the kind of layer: without a graphics card, the processor draws this many in up to 5 s.
 * Outlines take much more time than areas. Layers that are drawn together share the time.
 */
const mostMarks: Partial<Record<LayerSpec['kind'], number>> = { arc: 25_000, polygon: 20_000, path: 100_000 }
const mostOutlines = 10_000

interface FewerMarks {
  layers: (LayerSpec | LayerOfView)[]
  /** numbers of marks that are drawn, and of all; undefined if all are drawn */
  left: { shown: number; all: number } | undefined
}

/** The first marks of each layer: if the query has a metric, they have the largest values. */
export function fewerMarks(layers: (LayerSpec | LayerOfView)[], drawsOnProcessor: () => boolean): FewerMarks {
  const together = layers.filter((layer) => dataOf(layer).length > 0).length
  const most = layers.map((layer) => Math.floor(mostOf(layer) / Math.max(1, together)))
  const isOver = layers.some((layer, at) => dataOf(layer).length > most[at]!)
  if (!isOver || !drawsOnProcessor()) return { layers, left: undefined }
  let [shown, all] = [0, 0]
  const fewer = layers.map((layer, at) => {
    const data = dataOf(layer)
    all += data.length
    shown += Math.min(data.length, most[at]!)
    if (typeof layer === 'function' || data.length <= most[at]!) return layer
    return { ...layer, props: { ...layer.props, data: data.slice(0, most[at]) } }
  })
  return { layers: fewer, left: { shown, all } }
}

function dataOf(layer: LayerSpec | LayerOfView): readonly unknown[] {
  const data: unknown = typeof layer === 'function' ? undefined : layer.props['data']
  return Array.isArray(data) ? (data as unknown[]) : []
}

function mostOf(layer: LayerSpec | LayerOfView): number {
  if (typeof layer === 'function') return Infinity
  return layer.kind === 'polygon' && layer.props['stroked'] === true
    ? mostOutlines
    : (mostMarks[layer.kind] ?? Infinity)
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
