/** Continents as polygons in the unit square, roughly. */
const continents: readonly (readonly [x: number, y: number])[][] = [
  [
    [0.03, 0.18],
    [0.12, 0.1],
    [0.25, 0.1],
    [0.33, 0.2],
    [0.27, 0.33],
    [0.22, 0.42],
    [0.24, 0.5],
    [0.18, 0.46],
    [0.12, 0.36],
    [0.08, 0.26],
  ],
  [
    [0.25, 0.52],
    [0.32, 0.55],
    [0.36, 0.63],
    [0.31, 0.78],
    [0.28, 0.92],
    [0.25, 0.78],
    [0.22, 0.62],
  ],
  [
    [0.44, 0.28],
    [0.46, 0.18],
    [0.54, 0.1],
    [0.7, 0.07],
    [0.88, 0.1],
    [0.96, 0.18],
    [0.86, 0.28],
    [0.83, 0.4],
    [0.76, 0.5],
    [0.72, 0.42],
    [0.67, 0.5],
    [0.62, 0.38],
    [0.54, 0.36],
    [0.48, 0.34],
  ],
  [
    [0.45, 0.42],
    [0.54, 0.4],
    [0.6, 0.5],
    [0.64, 0.54],
    [0.58, 0.7],
    [0.54, 0.82],
    [0.51, 0.66],
    [0.44, 0.55],
  ],
  [
    [0.8, 0.68],
    [0.88, 0.66],
    [0.93, 0.74],
    [0.88, 0.82],
    [0.8, 0.78],
  ],
]

/** The ground of the thumbnails of maps. */
export function thumbnailLand({ width, height }: { width: number; height: number }) {
  const d = continents
    .map((ring) => `M${ring.map(([x, y]) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`).join('L')}Z`)
    .join('')
  return <path d={d} fill="var(--no-data)" stroke="var(--no-data)" strokeWidth={2} strokeLinejoin="round" />
}
