import View from 'echarts/lib/chart/treemap/TreemapView.js'

/** The place of a tile in the tile of its parent, in px. */
interface Place {
  x: number
  y: number
  width: number
  height: number
}

interface Tile {
  getLayout: () => Place | undefined
  viewChildren?: Tile[]
}

/** ECharts' view of a treemap, which has no public type. */
interface TreemapView {
  render: (model: { getData: () => { tree: { root: Tile } } }, ...given: unknown[]) => void
}

/**
 * ECharts ends tiles at fractions of px, so that gaps of the same width look different. With this patch, all edges are at
 * whole px, and all gaps are equal.
 */
export function snapTiles(): void {
  const view = View.prototype as TreemapView
  const { render } = view
  view.render = function (model, ...given) {
    snap(model.getData().tree.root, { x: 0, y: 0 }, { x: 0, y: 0 })
    render.call(this, model, ...given)
  }
}

interface Corner {
  x: number
  y: number
}

/** Sums of sides differ by less than this. */
const rounding = 1e-6
const whole = (px: number) => Math.round(px + rounding)

const sides = [
  ['x', 'width'],
  ['y', 'height'],
] as const

/** `from`, `to`: the corner of the parent's tile before and after. */
function snap(tile: Tile, from: Corner, to: Corner): void {
  const place = tile.getLayout()
  if (place === undefined) return
  const [own, moved] = [{ ...from }, { ...to }]
  for (const [side, length] of sides) {
    own[side] += place[side]
    moved[side] = whole(own[side])
    place[length] = whole(own[side] + place[length]) - moved[side]
    place[side] = moved[side] - to[side]
  }
  for (const child of tile.viewChildren ?? []) snap(child, own, moved)
}
